using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Tables;

public sealed class CaseTableTests
{
    private static readonly BenchmarkInfo Load = Catalogue.Default.Find("load")!.Info;

    [Fact]
    public void A_benchmark_that_compares_a_latency_names_it()
    {
        var document = Samples.Completed with { State = JobState.Completed, Cases = Cases() };

        var median = new CaseTable(document.Request, Load, document.Cases).Columns[0];

        (median.Header, median.Title).ShouldBe(("mean latency", "Median over the runs of the mean latency"));
        Headline.Of(document, Load).ShouldContain("0.310 ms mean latency");
        new CaseTable(document.Request, Samples.Info, document.Cases).Columns[0].Header.ShouldBe("median");
    }

    [Fact]
    public void Each_axis_has_a_column_that_sorts_by_its_values()
    {
        var (document, at) = (AxisSamples.WordsAndNumbers, Coordinates.Of("local").With("server.appendfsync", "always").With("batchSize", "1000"));
        var table = new CaseTable(document.Request, AxisSamples.Info, document.Cases);

        table.Axes.Select(axis => (axis.Name, axis.Header, axis.Style)).ShouldBe(
            [("at.server.appendfsync", "appendfsync", "text"), ("at.batchSize", "writes in one MULTI/EXEC", null)]);
        var row = table.Row(document.Cases.Single(@case => @case.Strategy == "multi-exec" && @case.At == at));
        row.At.ShouldBe("target=local&batchSize=1000&server.appendfsync=always");
        row.Axes.ShouldBe(new Dictionary<string, string> { ["at.server.appendfsync"] = "always", ["at.batchSize"] = "1,000" });
        table.Row(document.Cases.First(@case => @case.Strategy == "batch")).Axes["at.batchSize"].ShouldBe("–", "the option does not affect it");
        var ordered = document.Cases.OrderBy(table.Axes[0].Order!).Select(@case => @case.At["server.appendfsync"]).ToArray();
        ordered[0].ShouldBe("no", "words have the order of the request");
        document.Cases.Where(@case => @case.Strategy == "multi-exec").Select(table.Axes[1].Order!).Distinct().ShouldBe([10, 100, 1_000], true);
        new CaseTable(Samples.Completed.Request, Samples.Info, Samples.Completed.Cases).Axes.ShouldBeEmpty();
    }

    [Fact]
    public void The_exact_value_of_a_percentage_is_a_percentage()
    {
        var hits = new CaseTable(Samples.Completed.Request, Load, Cases()).Columns.Single(column => column.Name == "figure-hitRate");

        hits.Cell(Cases()[0]).ShouldSatisfyAllConditions(cell => cell.Text.ShouldBe("95.5"), cell => cell.Title.ShouldBe("95.53"));
    }

    [Fact]
    public void A_paced_strategy_waits_for_its_rate()
    {
        var idle = Cases().Select(
            @case => @case with { Summary = @case.Summary! with { BoundBy = Bound.Neither, ClientBusy = 0.2, ServerBusy = 0.05 } }).ToArray();

        JobVerdict.Of(Samples.Completed with { State = JobState.Completed, Cases = idle }, Load).Bounds.ShouldContain(sentence =>
            sentence.EndsWith("is bound by neither CPU (client 20%, server 5% CPU): the options limit its rate.", StringComparison.Ordinal));
    }

    private static IReadOnlyList<CaseResult> Cases() => BenchmarkSummaries.Of(
        [
            TestCases.Of("open-loop", "embedded", 1_000, [.. Enumerable.Range(1, 5).Select(round => new Run
            {
                Round = round,
                Warmup = false,
                State = RunState.Ok,
                Verified = true,
                Seconds = 1,
                Operations = 1_000,
                Figures = new Dictionary<string, double> { ["latencyMean"] = 0.00031, ["hitRate"] = 0.9553 },
            })]),
        ],
        Load,
        Samples.Completed.Request);
}
