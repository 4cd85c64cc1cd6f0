using System.Runtime.CompilerServices;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Tests.Reporting.Exporters;

/// <summary>Documents that version 0.1.0 wrote, whose cases have a point and no coordinates, and their reports.</summary>
public sealed class EarlierDocumentTests
{
    [Theory]
    [InlineData("mget", "keysPerCall", "keys per call")]
    [InlineData("list-push", "bulkSizes", "numbers in one push")]
    public void A_job_of_an_earlier_version_has_the_same_reports(string name, string axis, string label)
    {
        var document = Read(name);

        (document.Request.Curve!.Name, document.Request.Curve.Label).ShouldBe((axis, label));
        document.Cases.Select(@case => @case.At[axis] is not null).Distinct().ShouldContain(true);
        document.Cases.ShouldAllBe(@case => @case.Target == "127.0.0.1:7461" && @case.At["point"] == null);
        GoldenFile.ShouldHold($"{name}.txt", TextReport.Write(document), "Earlier");
        GoldenFile.ShouldHold($"{name}.md", MarkdownReport.Write(document), "Earlier");
        GoldenFile.ShouldHold($"{name}.html", HtmlReport.Write(document), "Earlier");
    }

    [Theory]
    [InlineData("mget", "at.keysPerCall")]
    [InlineData("list-push", "at.bulkSizes")]
    public void Its_csv_has_the_coordinates_as_further_columns(string name, string column)
    {
        var (lines, known) = (Lines(CsvReport.Write(Read(name))), Lines(Text($"{name}.csv")));

        lines.Length.ShouldBe(known.Length);
        lines.Zip(known).ShouldAllBe(pair => pair.First.StartsWith(pair.Second + ",", StringComparison.Ordinal));
        lines[0].ShouldBe($"{known[0]},{column}");
        lines.Select(line => line[(line.LastIndexOf(',') + 1)..]).Distinct().ShouldContain("10");

        static string[] Lines(string csv) => csv.Split(["\r\n", "\n"], StringSplitOptions.RemoveEmptyEntries);
    }

    [Theory]
    [InlineData("mget")]
    [InlineData("list-push")]
    public void It_is_written_with_coordinates_and_keeps_what_earlier_versions_read(string name)
    {
        var document = Read(name);

        var again = JsonReport.Read(JsonReport.Write(document));

        again.Cases.Select(@case => @case.Key).ShouldBe(document.Cases.Select(@case => @case.Key));
        TextReport.Write(again).ShouldBe(TextReport.Write(document));
        using var before = JsonDocument.Parse(Text($"{name}.json"));
        using var after = JsonDocument.Parse(JsonReport.Write(document));
        Points(after).ShouldBe(Points(before));

        static (string?, string?, double?)[] Points(JsonDocument json) => [.. json.RootElement.GetProperty("cases").EnumerateArray().Select(@case =>
            (@case.GetProperty("strategy").GetString(), @case.GetProperty("target").GetString(),
                @case.GetProperty("point") is { ValueKind: JsonValueKind.Number } point ? point.GetDouble() : (double?)null))];
    }

    [Theory]
    [InlineData("mget")]
    [InlineData("list-push")]
    public void It_can_be_run_again_and_compared(string name)
    {
        var document = Read(name);

        var request = JobDraft.Of(document.Request, null).Validate(Catalogue.Default, document.Request.Targets, out var errors);

        errors.ShouldBeEmpty();
        request!.Options.Select(option => option.Value.GetRawText()).ShouldBe(document.Request.Options.Select(option => option.Value.GetRawText()));
        request.Title.ShouldBe(document.Request.Title);
        Core.Reporting.Findings.Comparison.Of(document, document, Catalogue.Default.Find(name)!.Info).Cases
            .ShouldAllBe(@case => @case.Base != null && @case.With != null);
    }

    private static JobDocument Read(string name) => JsonReport.Read(Text($"{name}.json"));

    private static string Text(string file, [CallerFilePath] string caller = "") =>
        File.ReadAllText(Path.Combine(Path.GetDirectoryName(caller)!, "Earlier", file));
}
