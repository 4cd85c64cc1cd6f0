using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class SummariesTests
{
    [Fact]
    public void Summarizes_the_timed_runs()
    {
        var summary = Of(Case("a", 1.0, 2.0, 4.0, 3.0)).Single().Summary.ShouldNotBeNull();

        summary.Count.ShouldBe(4);
        summary.Min.ShouldBe(1);
        summary.Mean.ShouldBe(2.5);
        summary.Max.ShouldBe(4);
        summary.Median.ShouldBe(2.5);
        summary.StandardDeviation.ShouldNotBeNull().ShouldBe(Math.Sqrt(5.0 / 3), 1e-12);
        summary.CoefficientOfVariation.ShouldNotBeNull().ShouldBe(Math.Sqrt(5.0 / 3) / 2.5, 1e-12);
        summary.OperationsPerSecond.ShouldBe(100 / 2.5);
        summary.PayloadBytesPerSecond.ShouldBe(1_000 / 2.5);
    }

    [Fact]
    public void One_run_has_no_deviation()
    {
        var summary = Of(Case("a", 1.5)).Single().Summary.ShouldNotBeNull();

        (summary.Count, summary.Min, summary.Median, summary.Max).ShouldBe((1, 1.5, 1.5, 1.5));
        summary.StandardDeviation.ShouldBeNull();
        summary.CoefficientOfVariation.ShouldBeNull();
    }

    [Fact]
    public void Excludes_warm_ups_and_failed_cancelled_or_unverified_runs()
    {
        var @case = TestCases.Of("a", "here", null,
            [
                TimedRun.Of(0, 100) with { Warmup = true },
                TimedRun.Of(1, 1),
                TimedRun.Of(2, 50) with { State = RunState.Failed },
                TimedRun.Of(3, 50) with { State = RunState.Cancelled },
                TimedRun.Of(4, 50) with { Verified = false },
                TimedRun.Of(5, 1) with { Seconds = null },
            ]);

        Of(@case).Single().Summary.ShouldNotBeNull().Count.ShouldBe(1);
    }

    [Fact]
    public void Excluded_run_is_in_no_statistic_and_its_round_in_no_ratio()
    {
        var held = TimedRun.Of(2, 90) with { Disturbed = [Reason.FromText("The server also worked for others.")], ExcludedByUser = true };
        var other = TestCases.Of("a", "here", null, [TimedRun.Of(1, 2), held, TimedRun.Of(3, 2), TimedRun.Of(4, 2)]);
        var baseline = TestCases.Of(
            "base", "here", null, [TimedRun.Of(1, 1), TimedRun.Of(2, 1), TimedRun.Of(3, 1), TimedRun.Of(4, 50) with { ExcludedByUser = true }]);

        var summary = Of(other, baseline)[0].Summary.ShouldNotBeNull();

        (summary.Count, summary.Max).ShouldBe((3, 2));
        summary.Ratio.ShouldNotBeNull().Value.ShouldBe(2, 1e-12);
        summary.Ratio.Low.ShouldBeNull("only rounds 1 and 3 remain, and two rounds give no interval");
        Of(other with { Runs = [.. other.Runs.Select(run => run with { ExcludedByUser = false })] })[0].Summary!.Max.ShouldBe(
            90, "disturbed runs count until they are excluded");
    }

    [Fact]
    public void Excluded_run_with_enough_undisturbed_slices_has_their_time()
    {
        var disturbed = Sliced(1, 1, 9, 1, 1) with { DisturbedSlices = [1] };
        var mostly = Sliced(2, 9, 9, 9, 1) with { DisturbedSlices = [0, 1, 2] };
        var baseline = TestCases.Of("base", "here", null, [Sliced(1, 2, 2, 2, 2), Sliced(2, 2, 2, 2, 2), Sliced(3, 2, 2, 2, 2)]);

        var before = SummaryOf(disturbed, mostly);
        var after = SummaryOf(disturbed with { ExcludedByUser = true }, mostly with { ExcludedByUser = true });

        (before.Count, before.Max).ShouldBe((3, 28));
        (after.Count, after.Min, after.Max).ShouldBe((2, 4, 4), "the run of which one slice remains is excluded as a whole");
        after.Ratio!.Value.ShouldBe(0.5, 1e-12);

        Summary SummaryOf(params Run[] runs) =>
            Of(TestCases.Of("a", "here", null, [.. runs, Sliced(3, 1, 1, 1, 1)]), baseline)[0].Summary.ShouldNotBeNull();

        static Run Sliced(int round, params double[] slices) => TimedRun.Of(round, slices.Sum()) with { Slices = slices };
    }

    [Fact]
    public void Mean_has_an_interval_from_five_runs_on()
    {
        var four = Of(Case("a", 1, 2, 3, 4))[0].Summary.ShouldNotBeNull();
        (four.MeanLow, four.MeanHigh).ShouldBe((null, null));

        var five = Of(Case("a", 1, 2, 3, 4, 5))[0].Summary.ShouldNotBeNull();
        five.MeanLow.ShouldNotBeNull().ShouldBeInRange(1, 2.5);
        five.MeanHigh.ShouldNotBeNull().ShouldBeInRange(3.5, 5);
    }

    [Fact]
    public void Utilization_is_the_median_over_the_runs_that_report_it()
    {
        Run[] runs =
        [
            TimedRun.Of(1, 2) with { Client = new(1.8, null, null), Server = new(0.5, null, null, null) },
            TimedRun.Of(2, 2) with { Client = new(2.2, null, null) },
            TimedRun.Of(3, 2) with { Client = new(2.0, null, null), Server = new(0.7, null, null, null) },
        ];

        var summary = Of(TestCases.Of("a", "here", null, runs))[0].Summary.ShouldNotBeNull();

        (summary.ClientBusy, summary.ServerBusy, summary.BoundBy).ShouldBe((1.0, 0.3, Bound.Client));
        Of(Case("a", 1))[0].Summary!.BoundBy.ShouldBeNull();
    }

    [Theory]
    [InlineData(0.02, 1, 0.5)]
    [InlineData(0.019, 1, null)]
    [InlineData(0.25, 5, 0.04)]
    [InlineData(0.1, 10, null)]
    public void Utilization_needs_slices_that_are_long_compared_to_a_reading_of_the_CPU_time(double seconds, int slices, double? share)
    {
        var run = TimedRun.Of(1, seconds) with
        {
            Slices = slices == 1 ? null : [.. Enumerable.Repeat(seconds / slices, slices)],
            Client = new(0.01, null, null),
            Server = new(0.01, null, null, null),
        };

        var summary = Of(TestCases.Of("a", "here", null, [run]))[0].Summary.ShouldNotBeNull();

        (summary.ClientBusy, summary.ServerBusy).ShouldBe((share, share));
        (summary.BoundBy is null).ShouldBe(share is null);
    }

    [Fact]
    public void A_cluster_limits_a_case_when_its_busiest_shard_is_busy()
    {
        var summary = Of(Sharded(0.8))[0].Summary.ShouldNotBeNull();

        (summary.ServerBusy, summary.BoundBy).ShouldBe((0.4, Bound.Neither));
        Of(Sharded(1.8))[0].Summary!.BoundBy.ShouldBe(Bound.Server);

        static CaseResult Sharded(double busiest) => TestCases.Of(
            "a", "here", null,
            [TimedRun.Of(1, 2) with { Client = new(1.0, null, null), Server = new(2.1, null, null, null) { BusiestShardCpuSeconds = busiest } }]);
    }

    [Fact]
    public void Case_without_counted_runs_has_no_summary() =>
        Of(TestCases.Of("a", "here", null, [TimedRun.Of(0, 1) with { Warmup = true }])).Single().Summary.ShouldBeNull();

    [Fact]
    public void Unknown_values_are_null()
    {
        var summary = Of(TestCases.Of(
            "a", "here", null, [TimedRun.Of(1, 1) with { Operations = null, PayloadBytes = null }])).Single().Summary.ShouldNotBeNull();

        summary.OperationsPerSecond.ShouldBeNull();
        summary.PayloadBytesPerSecond.ShouldBeNull();
    }

    [Fact]
    public void Floor_ratio_is_the_median_over_common_rounds()
    {
        var cases = Of(Case("a", 2, 9, 8), Case("floor", 1, 3) /* round 3 is missing */);

        cases[0].Summary!.FloorRatio.ShouldBe(2.5);
        cases[1].Summary!.FloorRatio.ShouldBe(1);
    }

    [Fact]
    public void A_figure_is_compared_instead_of_the_time_on_the_clock()
    {
        var rule = new ComparisonRule(PerOperation: true, ComparisonRule.UsualConfidence, "latency");

        var cases = Summaries.Of([Measured("a", 3, 6, null), Measured("base", 1, 2, 0.5)], null, "base", rule);

        var summary = cases[0].Summary.ShouldNotBeNull();
        (summary.Count, summary.Min, summary.Median, summary.Max).ShouldBe((2, 3, 4.5, 6), "a run without the figure is not compared");
        summary.Ratio.ShouldNotBeNull().Value.ShouldBe(3, 1e-12);
        // The rates are those of the clock.
        summary.OperationsPerSecond.ShouldBe(10);
        summary.PayloadBytesPerSecond.ShouldBe(100);

        static CaseResult Measured(string strategy, params double?[] latencies) => TestCases.Of(strategy, "here", null,
            [.. latencies.Select((latency, round) => TimedRun.Of(round + 1, 10) with { Figures = FiguresOf(latency) })]);

        static Dictionary<string, double>? FiguresOf(double? latency) => latency is { } value ? new() { ["latency"] = value } : null;
    }

    [Fact]
    public void Ratio_is_that_of_the_slices_when_both_runs_have_them()
    {
        var cases = Of(Sliced("a", [2, 2], [4, 4], [6, 7]), Sliced("base", [1, 2], [2, 4], [2, 1]));

        var ratio = cases[0].Summary!.Ratio.ShouldNotBeNull();
        ratio.Value.ShouldBe(2, 1e-12);
        ratio.High.ShouldNotBeNull();
    }

    [Fact]
    public void Two_rounds_of_slices_have_no_interval() =>
        Of(Sliced("a", [2, 2, 2, 2], [2, 2, 2, 2]),
            Sliced("base", [1, 1, 1, 1], [1, 1, 1, 1]))[0].Summary!.Ratio.ShouldNotBeNull().Low.ShouldBeNull();

    [Fact]
    public void Runs_with_different_slices_are_compared_as_a_whole() =>
        Of(Sliced("a", [2, 2, 2]), Case("base", 3))[0].Summary!.Ratio.ShouldNotBeNull().Value.ShouldBe(2, 1e-12);

    [Fact]
    public void Baseline_has_no_ratio()
    {
        var cases = Of(Case("base", 2, 2, 2), Case("a", 1, 1, 1), Case("floor", 0.5, 0.5, 0.5));

        cases[0].Summary!.Ratio.ShouldBeNull();
        cases[1].Summary!.Ratio.ShouldNotBeNull().Value.ShouldBe(0.5, 1e-12);
        cases[2].Summary!.Ratio.ShouldNotBeNull().Value.ShouldBe(0.25, 1e-12);
    }

    [Fact]
    public void Without_floor_and_baseline_there_are_no_ratios()
    {
        var summary = Of(Case("a", 1, 2), Case("b", 2, 3))[0].Summary.ShouldNotBeNull();

        summary.FloorRatio.ShouldBeNull();
        summary.Ratio.ShouldBeNull();
    }

    [Fact]
    public void No_common_round_gives_no_ratio()
    {
        var cases = Of(TestCases.Of("a", "here", null, [TimedRun.Of(1, 1)]), TestCases.Of("base", "here", null, [TimedRun.Of(2, 1)]));

        cases[0].Summary!.Ratio.ShouldBeNull();
    }

    [Fact]
    public void Compares_rounds_on_the_same_target_only()
    {
        var cases = Of(Case("a", 2, 2), Case("base", 1, 1).At("target", "there"));

        cases[0].Summary!.Ratio.ShouldBeNull();
    }

    [Fact]
    public void Compares_the_same_points_and_every_point_with_a_floor_without_points()
    {
        var cases = Of(
            Case("a", 2, 2).AtPoint(10),
            Case("a", 6, 6).AtPoint(20),
            Case("base", 1, 1).AtPoint(10),
            Case("base", 2, 2).AtPoint(20),
            Case("floor", 0.5, 0.5));

        cases[0].Summary!.Ratio!.Value.ShouldBe(2, 1e-12);
        cases[1].Summary!.Ratio!.Value.ShouldBe(3, 1e-12);
        cases[0].Summary!.FloorRatio.ShouldBe(4);
        cases[1].Summary!.FloorRatio.ShouldBe(12);
    }

    [Fact]
    public void On_two_axes_a_case_is_compared_with_the_baseline_at_the_same_values_or_of_fewer_axes()
    {
        var cases = Of(
            At(Case("a", 2, 2), "10", "100"), At(Case("a", 6, 6), "20", "100"), At(Case("a", 9, 9), "10", "200"),
            At(Case("base", 1, 1), "10", "100"), At(Case("base", 2, 2), "20", "100"),
            At(Case("floor", 0.5, 0.5), null, "100"), At(Case("floor", 3, 3), null, "200"));

        cases[0].Summary!.Ratio!.Value.ShouldBe(2, 1e-12);
        cases[1].Summary!.Ratio!.Value.ShouldBe(3, 1e-12);
        cases[2].Summary!.Ratio.ShouldBeNull();
        cases.Take(3).Select(@case => @case.Summary!.FloorRatio!.Value).ShouldBe([4, 12, 3], 1e-12);
        Summaries.DependsOn(cases[0], cases[3], "floor", "base").ShouldBeTrue();
        Summaries.DependsOn(cases[0], cases[4], "floor", "base").ShouldBeFalse();
        Summaries.DependsOn(cases[0], cases[5], "floor", "base").ShouldBeTrue();
        Summaries.DependsOn(cases[2], cases[5], "floor", "base").ShouldBeFalse();

        static CaseResult At(CaseResult @case, string? keys, string items) => @case.At("keys", keys).At("items", items);
    }

    [Fact]
    public void Summaries_are_equal_by_value()
    {
        var one = Summaries.Of([Case("a", 1, 2)], null, null)[0].Summary! with
        { Figures = new Dictionary<string, double> { ["slowest"] = 2, ["first"] = 1 } };

        Summary.AreEqual(one, one with { Figures = new Dictionary<string, double> { ["first"] = 1, ["slowest"] = 2 } }).ShouldBeTrue();
        Summary.AreEqual(one, one with { Figures = new Dictionary<string, double> { ["first"] = 1, ["slowest"] = 3 } }).ShouldBeFalse();
        Summary.AreEqual(one, one with { Figures = null }).ShouldBeFalse();
        Summary.AreEqual(one, one with { Median = 7 }).ShouldBeFalse();
        Summary.AreEqual(one, null).ShouldBeFalse();
        Summary.AreEqual(null, null).ShouldBeTrue();
    }

    private static IReadOnlyList<CaseResult> Of(params CaseResult[] cases) => Summaries.Of(cases, "floor", "base");

    private static CaseResult Sliced(string strategy, params double[][] runs) =>
        TestCases.Of(strategy, "here", null, [.. runs.Select((slices, index) => TimedRun.Of(index + 1, slices.Sum()) with { Slices = slices })]);

    private static CaseResult Case(string strategy, params double[] seconds) =>
        TestCases.Of(strategy, "here", null, [.. seconds.Select((value, index) => TimedRun.Of(index + 1, value))]);
}
