using System.Text.Json;
using System.Text.Json.Nodes;
using Json.Schema;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Tests.Reporting.Exporters;

/// <summary>Exports for other tools.</summary>
public sealed class ExchangeFormatTests
{
    private static readonly JsonSchema Bencher = Schema("bmf.json");
    private static readonly JsonSchema GithubActionBenchmark = Schema("github-action-benchmark.json");

    public static TheoryData<JobDocument, BenchmarkInfo> Jobs { get; } = new()
    {
        { Samples.Completed, Samples.Info },
        { AxisSamples.OneAxis, AxisSamples.Info },
        { AxisSamples.TwoAxes, AxisSamples.Info },
        { AxisSamples.Words, AxisSamples.Info },
    };

    // The schema is that of https://bencher.dev/bmf.json.
    [Fact]
    public void Bencher_format_is_valid_for_the_schema_of_Bencher()
    {
        var report = BencherReport.Write(Samples.Completed);

        using var parsed = JsonDocument.Parse(report);
        Bencher.Evaluate(parsed.RootElement).IsValid.ShouldBeTrue(report);
        using var wrong = JsonDocument.Parse(report.Replace("\"value\": ", "\"val\": ", StringComparison.Ordinal));
        Bencher.Evaluate(wrong.RootElement).IsValid.ShouldBeFalse();
    }

    [Fact]
    public void Bencher_format_has_the_median_in_nanoseconds_and_the_rate_of_each_measured_case()
    {
        var report = JsonNode.Parse(BencherReport.Write(Samples.Completed))!.AsObject();

        report.Select(benchmark => benchmark.Key).ShouldBe(
            ["sample: hset on embedded", "sample: multi-exec on embedded", "sample: lua-as-published on embedded", "sample: floor on embedded",
                "sample: gzip on embedded"],
            ignoreOrder: true);
        var hset = Samples.Completed.Cases.Single(@case => @case.Strategy == "hset").Summary!;
        ((double)report["sample: hset on embedded"]!["latency"]!["value"]!).ShouldBe(hset.Median * 1e9);
        ((double)report["sample: hset on embedded"]!["throughput"]!["value"]!).ShouldBe(hset.OperationsPerSecond!.Value);
    }

    [Fact]
    public void Custom_results_of_github_action_benchmark_have_its_fields()
    {
        var report = JsonNode.Parse(GithubActionBenchmarkReport.Write(Samples.Completed, Samples.Info))!.AsArray();

        report.Count.ShouldBe(Samples.Completed.Cases.Count(@case => @case.Summary is not null));
        var hset = report.Single(entry => (string?)entry!["name"] == "sample: hset on embedded")!;
        // The action shows a range that is null.
        hset.AsObject().Select(field => field.Key).ShouldBe(["name", "unit", "value", "extra"]);
        ((string?)hset["unit"]).ShouldBe("s");
        ((double)hset["value"]!).ShouldBe(Samples.Completed.Cases.Single(@case => @case.Strategy == "hset").Summary!.Median);
        ((string?)hset["extra"]).ShouldNotBeNull().ShouldStartWith("3 runs\n0.6");
    }

    // The action has no schema and no package. This one has the fields that src/extract.ts of its version 1 reads for customSmallerIsBetter, and
    // what src/write.ts needs: an entry at least, the text of each cell of its Markdown table in one line, and a divisor above 0.
    [Theory]
    [MemberData(nameof(Jobs), DisableDiscoveryEnumeration = true)]
    public void Custom_results_can_be_read_compared_and_shown_by_github_action_benchmark(JobDocument job, BenchmarkInfo info)
    {
        var report = GithubActionBenchmarkReport.Write(job, info);

        using var parsed = JsonDocument.Parse(report);
        GithubActionBenchmark.Evaluate(parsed.RootElement).IsValid.ShouldBeTrue(report);
        // The action compares an entry with the first one of the previous results that has its name.
        parsed.RootElement.EnumerateArray().Select(entry => entry.GetProperty("name").GetString()).ShouldBeUnique();
        using var wrong = JsonDocument.Parse(report.Replace("\"unit\": ", "\"units\": ", StringComparison.Ordinal));
        GithubActionBenchmark.Evaluate(wrong.RootElement).IsValid.ShouldBeFalse();
    }

    private static JsonSchema Schema(string name)
    {
        using var reader = new StreamReader(typeof(ExchangeFormatTests).Assembly.GetManifestResourceStream($"schema/{name}")!);
        return JsonSchema.FromText(reader.ReadToEnd());
    }
}
