using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>Which times are compared, and after how many rounds.</summary>
public sealed class RuleTests
{
    [Fact]
    public void The_checks_of_a_job_that_runs_until_it_is_decided_are_the_documented_ones()
    {
        var checks = new List<int>();
        for (var rounds = 0; rounds < SequentialRule.MaxRounds; rounds = checks[^1])
        {
            checks.Add(SequentialRule.NextCheck(rounds));
        }

        checks.ShouldBe([3, 4, 6, 9, 13, 19, 28, 42, 63]);
        SequentialRule.NextCheck(63).ShouldBe(63);
        SequentialRule.NextCheck(64).ShouldBe(63);
        SequentialRule.Confidence.ShouldBe(0.995, 1e-12);
    }

    [Fact]
    public void The_usual_rule_compares_the_seconds_of_whole_runs()
    {
        ComparisonRule.Usual.TimeOf(8, 4, new Dictionary<string, double>()).ShouldBe(8);
        ComparisonRule.Usual.TimeOf(null, 4, null).ShouldBeNull();
        ComparisonRule.Usual.Confidence.ShouldBe(0.95);
    }

    [Fact]
    public void A_time_per_operation_is_a_share_of_the_seconds()
    {
        var rule = new ComparisonRule(PerOperation: true, 0.95);

        rule.TimeOf(8, 4, null).ShouldBe(2);
        rule.TimeOf(8, 0, null).ShouldBe(8);
        rule.TimeOf(8, null, null).ShouldBe(8);
    }

    [Fact]
    public void A_figure_replaces_the_seconds()
    {
        var rule = new ComparisonRule(PerOperation: true, 0.95, "latency");

        rule.TimeOf(8, 4, new Dictionary<string, double> { ["latency"] = 0.5 }).ShouldBe(0.5);
        rule.TimeOf(8, 4, new Dictionary<string, double> { ["other"] = 0.5 }).ShouldBeNull();
        rule.TimeOf(8, 4, null).ShouldBeNull();
    }

    [Fact]
    public void A_summary_includes_a_counted_run_with_a_time()
    {
        ComparisonRule.Usual.Includes(TimedRun.Of(1, 1)).ShouldBeTrue();
        ComparisonRule.Usual.Includes(TimedRun.Of(1, 0)).ShouldBeFalse();
        ComparisonRule.Usual.Includes(TimedRun.Of(1, 1) with { Warmup = true }).ShouldBeFalse();

        var failed = TimedRun.Of(1, 1) with { State = RunState.Failed, Figures = new Dictionary<string, double> { ["latency"] = 1 } };
        new ComparisonRule(false, 0.95, "latency").Includes(failed).ShouldBeFalse();
    }
}
