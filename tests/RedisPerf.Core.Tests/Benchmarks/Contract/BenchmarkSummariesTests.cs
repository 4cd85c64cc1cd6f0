using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class BenchmarkSummariesTests
{
    [Fact]
    public void Cases_with_different_numbers_of_calls_are_compared_per_call()
    {
        var info = new BenchmarkInfo("swept", "Swept", "?", OptionsSchema.For<NoOptions>(), [])
        {
            Baseline = "base",
            TimePer = "call",
            Columns =
            [
                FigureColumn.OfRuns("slowest", "slowest", "s", "The slowest call."),
                new("single", "% of single", null, "Against one key.", (@case, job) => 100 * @case.Summary!.OperationsPerSecond
                    / job.Cases.FirstOrDefault(other => other.Point == 1 && other.Strategy == @case.Strategy)?.Summary?.OperationsPerSecond),
            ],
        };
        Run Calls(int round, double seconds, long calls) => TimedRun.Of(round, seconds) with
        { Operations = calls, PayloadBytes = 10 * calls, Figures = new Dictionary<string, double> { ["slowest"] = seconds / calls * 2 } };
        CaseResult[] cases =
        [
            TestCases.Of("base", "here", 1, [Calls(1, 1, 100), Calls(2, 2, 100), Calls(3, 3, 100)]),
            TestCases.Of("base", "here", 10, [Calls(1, 1, 50), Calls(2, 2, 50), Calls(3, 3, 50)]),
            TestCases.Of("other", "here", 10, [Calls(1, 2, 50), Calls(2, 1, 12), Calls(3, 6, 50)]),
        ];

        var summaries = BenchmarkSummaries.Of(cases, info, Samples.Completed.Request with { Baseline = "base" })
            .Select(@case => @case.Summary.ShouldNotBeNull()).ToArray();

        summaries.Select(summary => summary.Median).ShouldBe([0.02, 0.04, 1.0 / 12], tolerance: 1e-9);
        summaries.Select(summary => summary.OperationsPerSecond!.Value).ShouldBe([50, 25, 12], tolerance: 1e-9);
        summaries.ShouldAllBe(summary => Math.Abs(summary.PayloadBytesPerSecond!.Value - (10 * summary.OperationsPerSecond!.Value)) < 1e-9);
        summaries[2].Ratio.ShouldNotBeNull().Value.ShouldBe(2, 0.2);
        summaries[1].Figures.ShouldNotBeNull()["slowest"].ShouldBe(0.08, 1e-9);
        summaries[1].Figures!["single"].ShouldBe(50, 1e-9);
        summaries[2].Figures!.Keys.ShouldBe(["slowest"]);
    }

    [Theory]
    [InlineData(0.5, true)]
    [InlineData(0.105, false)]
    public void A_job_is_decided_when_the_fastest_strategy_is_also_decided_against_the_second(double second, bool isDecided)
    {
        var info = new BenchmarkInfo("probe", "Probe", "?", OptionsSchema.For<NoOptions>(), []) { Baseline = "base" };
        var request = Samples.Completed.Request with { Baseline = "base" };
        var cases = BenchmarkSummaries.Of([Case("base", 1, 1), Case("fast", 0.1, 1.2), Case("second", second, 0.9)], info, request);

        BenchmarkSummaries.AreDecided(cases, info, request).ShouldBe(isDecided);

        cases.Skip(1).ShouldAllBe(@case => @case.Summary!.Ratio!.Verdict == Verdict.Faster, "each strategy is decided against the baseline");

        // The middle one of three rounds differs by a factor, so that two strategies that scatter differently can overlap.
        static CaseResult Case(string strategy, double seconds, double middle) =>
            TestCases.Of(strategy, "here", null, [TimedRun.Of(1, seconds), TimedRun.Of(2, seconds * middle), TimedRun.Of(3, seconds)]);
    }

    private sealed record NoOptions;
}
