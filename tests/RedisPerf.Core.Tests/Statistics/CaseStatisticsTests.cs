using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class CaseStatisticsTests
{
    private static readonly Reason Load = Reason.FromText("Another program.");

    [Fact]
    public void The_median_is_that_of_the_counted_runs_that_have_the_value()
    {
        var @case = Case(
            TimedRun.Of(0, 1) with { Warmup = true, EncodeSeconds = 9 },
            TimedRun.Of(1, 1) with { EncodeSeconds = 0.1 },
            TimedRun.Of(2, 1) with { EncodeSeconds = 0.3 },
            TimedRun.Of(3, 1),
            TimedRun.Of(4, 1) with { EncodeSeconds = 8, Disturbed = [Load], ExcludedByUser = true });

        CaseStatistics.Median(@case, run => run.EncodeSeconds).ShouldNotBeNull().ShouldBe(0.2, 1e-12);
        CaseStatistics.EncodeSeconds(@case).ShouldNotBeNull().ShouldBe(0.2, 1e-12);
        CaseStatistics.Median(@case, run => run.SharedLoad?.Speedup).ShouldBeNull();
    }

    [Fact]
    public void A_case_that_encodes_nothing_has_no_encoding_time()
    {
        CaseStatistics.EncodeSeconds(Case(TimedRun.Of(1, 1) with { EncodeSeconds = 0 })).ShouldBeNull();
        CaseStatistics.EncodeSeconds(Case(TimedRun.Of(1, 1))).ShouldBeNull();
    }

    [Fact]
    public void Timed_and_disturbed_runs_include_excluded_ones()
    {
        Run[] runs =
        [
            TimedRun.Of(0, 1) with { Warmup = true, Disturbed = [Load] },
            TimedRun.Of(1, 1),
            TimedRun.Of(2, 1) with { Disturbed = [Load], ExcludedByUser = true },
            TimedRun.Of(3, 1) with { State = RunState.Failed, Disturbed = [Load] },
        ];

        CaseStatistics.Timed(Case(runs)).ShouldBe([runs[1], runs[2]]);
        CaseStatistics.Disturbed(Case(runs)).ShouldBe([runs[2]]);
    }

    [Fact]
    public void A_case_without_a_run_in_the_last_round_was_given_up()
    {
        var (whole, early) = (Case(TimedRun.Of(1, 1), TimedRun.Of(2, 1)), Case(TimedRun.Of(1, 1)));

        CaseStatistics.RunToTheEnd([whole, early]).ShouldBe([whole]);
        CaseStatistics.RunToTheEnd([Case()]).ShouldBeEmpty();
    }

    // While a round runs, a case that comes later in it has no run of it yet.
    [Fact]
    public void Only_a_failed_last_run_before_the_last_round_gives_a_case_up()
    {
        var (failed, ok) = (TimedRun.Of(1, 1) with { State = RunState.Failed }, TimedRun.Of(1, 1));
        var current = Case(ok, TimedRun.Of(2, 1) with { State = RunState.Failed });
        CaseResult[] cases = [current, Case(ok), Case(failed), Case(failed, TimedRun.Of(2, 1)), Case()];

        CaseStatistics.NotGivenUp(cases).ShouldBe([cases[0], cases[1], cases[3], cases[4]]);
    }

    [Fact]
    public void The_variation_is_the_median_over_the_cases_with_several_runs()
    {
        var cases = Summaries.Of([Named("a", 1, 1), Named("b", 1, 3), Named("c", 1, 2), Named("d", 1)], null, null);

        CaseStatistics.MedianVariation(cases).ShouldNotBeNull().ShouldBe(Math.Sqrt(0.5) / 1.5, 1e-12);
        CaseStatistics.MedianVariation(cases.Skip(3)).ShouldBeNull();
    }

    private static CaseResult Case(params Run[] runs) => TestCases.Of("a", "here", null, runs);

    private static CaseResult Named(string strategy, params double[] seconds) =>
        Case([.. seconds.Select((value, index) => TimedRun.Of(index + 1, value))]) with { Strategy = strategy };
}
