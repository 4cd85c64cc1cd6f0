using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Tests.Reporting.Exporters;

/// <summary>Jobs with one and two axes in all renderings. After an intended change of a sentence or a table, run this class once with
/// REDISPERF_ACCEPT=1 and review the diff of the folder Golden: see <see cref="GoldenFile"/>.</summary>
public sealed class AxisReportTests
{
    private static readonly Dictionary<string, JobDocument> Documents = new()
    {
        ["one-axis"] = AxisSamples.OneAxis,
        ["two-axes"] = AxisSamples.TwoAxes,
        ["words"] = AxisSamples.Words,
    };

    public static TheoryData<string> Names => [.. Documents.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void The_renderings_match_the_golden_files(string name)
    {
        var document = Documents[name];

        GoldenFile.ShouldHold($"{name}.txt", TextReport.Write(document, AxisSamples.Info));
        GoldenFile.ShouldHold($"{name}.md", MarkdownReport.Write(document, AxisSamples.Info));
        GoldenFile.ShouldHold($"{name}.csv", CsvReport.Write(document));
        GoldenFile.ShouldHold($"{name}.json", JsonReport.Write(document));
        GoldenFile.ShouldHold($"{name}.html", WithoutStyle(HtmlReport.Write(document, AxisSamples.Info)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_document_is_the_same_after_it_was_read_from_json(string name)
    {
        var json = JsonReport.Write(Documents[name]);

        var read = JsonReport.Read(json);

        JsonReport.Write(read).ShouldBe(json);
        TextReport.Write(read, AxisSamples.Info).ShouldBe(TextReport.Write(Documents[name], AxisSamples.Info));
    }

    // Every report has the same one.
    private static string WithoutStyle(string html)
    {
        var document = XDocument.Parse(html, LoadOptions.PreserveWhitespace);
        document.Descendants("style").Single().Value = "";
        return document.ToString(SaveOptions.DisableFormatting);
    }
}
