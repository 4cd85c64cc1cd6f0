using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Trends;

public sealed class RegressionDetectorTests
{
    private static readonly string[] Strategies = ["a", "b", "c", "d"];

    [Fact]
    public void Checks_nothing_before_the_eleventh_run()
    {
        RegressionDetector.Detect(Runs(10, (_, _) => 0), null).ShouldBeEmpty();
        RegressionDetector.Detect(Runs(11, (_, _) => 0), null).Count.ShouldBe(4);
    }

    [Fact]
    public void Only_a_strategy_that_takes_50_percent_longer_is_suspicious()
    {
        var checks = RegressionDetector.Detect(Runs(30, (run, @case) => run == 29 && @case == 1 ? Math.Log(1.5) : 0), null);

        var slower = checks.Where(check => check.IsSuspicious).ShouldHaveSingleItem();
        slower.Case.Strategy.ShouldBe("b");
        slower.Ratio.ShouldBe(1.5, 0.1);
        slower.Low.ShouldBeGreaterThan(1);
        slower.IsConfirmed.ShouldBeFalse("it has no rerun");
    }

    [Fact]
    public void A_slow_rerun_confirms_a_regression_and_a_normal_one_does_not()
    {
        var runs = Runs(30, (run, @case) => run == 29 && @case == 1 ? Math.Log(1.5) : 0);
        Confirmed(Math.Log(1.5)).ShouldBe(["b"]);
        Confirmed(0).ShouldBeEmpty();

        IEnumerable<string> Confirmed(double level) => RegressionDetector.Detect(
        [
            .. runs.SkipLast(1),
            runs[^1] with { RerunLevels = runs[^1].Levels.ToDictionary(known => known.Key, known => known.Key.Strategy == "b" ? level : 0) },
        ], null).Where(check => check.IsConfirmed).Select(check => check.Case.Strategy);
    }

    [Fact]
    public void A_faster_rerun_confirms_nothing_even_when_the_others_are_faster_still()
    {
        var runs = Runs(30, (run, @case) => run == 29 && @case == 1 ? Math.Log(1.5) : 0);
        ScheduledRun[] quick =
        [
            .. runs.SkipLast(1),
            runs[^1] with { RerunLevels = runs[^1].Levels.ToDictionary(known => known.Key, known => known.Key.Strategy == "b" ? -1.0 : -3.0) },
        ];

        RegressionDetector.Detect(quick, null).ShouldAllBe(check => !check.IsConfirmed);
    }

    [Fact]
    public void Detects_a_server_that_is_slower_for_all_strategies() =>
        RegressionDetector.Detect(Runs(30, (run, _) => run == 29 ? Math.Log(1.5) : 0), null)
            .ShouldAllBe(check => check.IsSuspicious && check.Basis == Basis.Itself);

    [Fact]
    public void A_strategy_is_not_slower_when_all_others_become_faster() =>
        RegressionDetector.Detect(Runs(30, (run, @case) => run == 29 && @case != 1 ? -Math.Log(1.5) : 0), null)
            .ShouldAllBe(check => !check.IsSuspicious);

    [Fact]
    public void Corrects_for_variation_of_the_machine()
    {
        // The machine varies by 10% between runs. One strategy is 15% slower in the last run.
        var random = new Random(4);
        var machine = Enumerable.Range(0, 40).Select(_ => (random.NextDouble() - 0.5) * 0.2).ToArray();
        var checks = RegressionDetector.Detect(Runs(40, (run, @case) => machine[run] + (run == 39 && @case == 2 ? 0.15 : 0)), null);

        var slower = checks.Where(check => check.IsSuspicious).ShouldHaveSingleItem();
        (slower.Case.Strategy, slower.Basis).ShouldBe(("c", Basis.Others));
    }

    [Fact]
    public void A_small_regression_over_several_runs_starts_with_the_first_of_them()
    {
        var runs = Runs(40, (run, @case) => run >= 37 && @case == 0 ? 0.035 : 0);
        var slower = RegressionDetector.Detect(runs, null).MinBy(check => check.Chance)!;
        slower.Case.Strategy.ShouldBe("a");
        slower.Runs.ShouldBeInRange(2, 3);
        slower.Since.ShouldBe(runs[40 - slower.Runs].Job);
    }

    [Theory]
    [InlineData(5, true, false)]
    [InlineData(1, true, false)]
    [InlineData(0, false, true)]
    public void A_case_has_returned_after_two_runs_closer_to_the_earlier_level(int lastSlow, bool isSlow, bool hasReturned)
    {
        var runs = Runs(
            40, (run, @case) => @case == 0 && run >= 30 && (lastSlow == 5 ? run <= 39 : lastSlow == 1 ? run != 38 : run < 38) ? Math.Log(1.3) : 0);
        var trend = new RegressionTracker(runs, null).Track(runs[0].Levels.Keys.First(), 30, Basis.Itself, 1.3).ShouldNotBeNull();
        (trend.IsSlow, trend.HasReturned).ShouldBe((isSlow, hasReturned));
        trend.Ratio.Value.ShouldBe(1.3, 0.05);
    }

    [Theory]
    [InlineData(1.5)]
    [InlineData(0.6)]
    public void A_machine_that_changed_is_not_a_slower_strategy(double machine)
    {
        var checks = RegressionDetector.Detect(Runs(30, (run, _) => run == 29 ? Math.Log(machine) : 0), "d");

        checks.Where(check => check.IsSuspicious).Select(check => check.Case.Strategy).ShouldBe(machine > 1 ? ["d"] : []);
        checks.Where(check => check.Case.Strategy != "d").ShouldAllBe(check => check.Basis != Basis.Itself);
    }

    [Fact]
    public void A_strategy_that_is_slower_than_its_machine_is_detected_relative_to_the_floor()
    {
        var runs = Runs(30, (run, @case) => run == 29 ? Math.Log(1.5) + (@case == 1 ? 0.2 : 0) : 0).Select(run =>
            run with { Levels = run.Levels.Where(level => level.Key.Strategy is "b" or "d").ToDictionary() }).ToArray();

        var slower = RegressionDetector.Detect(runs, "d").Single(check => check.Case.Strategy == "b");

        (slower.IsSuspicious, slower.Basis).ShouldBe((true, Basis.Floor));
        slower.Ratio.ShouldBe(Math.Exp(0.2), 0.05);
    }

    [Fact]
    public void The_floor_of_a_machine_that_is_slow_for_weeks_does_not_hide_a_slower_strategy()
    {
        // The slow levels of the floor are not part of its level, because it has an alert.
        var runs = Runs(60, (run, @case) => (run >= 30 ? Math.Log(1.5) : 0) + (run == 59 && @case == 1 ? 0.2 : 0));
        ScheduledRun[] usual = [.. runs.Select((run, index) => index is >= 30 and < 59
            ? run with { Levels = run.Levels.Where(level => level.Key.Strategy != "d").ToDictionary(), AllLevels = run.Levels } : run)];

        RegressionDetector.Detect(usual, "d").Where(check => check.IsSuspicious).Select(check => check.Case.Strategy).ShouldBe(["b", "d"], true);
    }

    [Fact]
    public void A_slow_case_is_tracked_relative_to_the_floor_while_the_machine_is_faster()
    {
        var runs = Runs(40, (run, @case) => (@case == 0 && run >= 30 ? Math.Log(1.3) : 0) + (run >= 36 ? Math.Log(0.6) : 0));
        var @case = runs[0].Levels.Keys.First();

        new RegressionTracker(runs, null).Track(@case, 30, Basis.Itself, 1.3).ShouldNotBeNull().HasReturned.ShouldBeTrue();
        new RegressionTracker(runs, "d").Track(@case, 30, Basis.Itself, 1.3).ShouldNotBeNull().IsSlow.ShouldBeTrue();
    }

    [Fact]
    public void Two_faster_runs_are_an_improvement_and_one_is_not()
    {
        RegressionDetector.DetectFaster(Runs(30, (run, @case) => run == 29 && @case == 1 ? -Math.Log(1.5) : 0), null).ShouldBeEmpty();

        var faster = RegressionDetector.DetectFaster(Runs(30, (run, @case) => run >= 28 && @case == 1 ? -Math.Log(1.5) : 0), null)
            .ShouldHaveSingleItem();

        (faster.Case.Strategy, faster.Runs).ShouldBe(("b", 2));
        faster.Ratio.ShouldBe(1 / 1.5, 0.05);
        faster.Low.ShouldBeLessThan(faster.Ratio);
        faster.High.ShouldBeInRange(faster.Ratio, 1);
    }

    [Fact]
    public void A_faster_machine_is_no_improvement_of_a_strategy() =>
        RegressionDetector.DetectFaster(Runs(30, (run, _) => run >= 28 ? -Math.Log(1.5) : 0), "d")
            .ShouldAllBe(check => check.Case.Strategy == "d");

    [Fact]
    public void Noise_is_no_improvement() =>
        Enumerable.Range(31, 60).SelectMany(count => RegressionDetector.DetectFaster(Runs(count, (_, _) => 0), null)).ShouldBeEmpty();

    [Fact]
    public void The_change_of_the_machine_is_the_ratio_of_its_floor()
    {
        var runs = Runs(30, (run, @case) => run == 29 ? Math.Log(1.5) + (@case == 1 ? 0.3 : 0) : 0).Select(run =>
            run with { Levels = run.Levels.Where(level => level.Key.Strategy is "b" or "d").ToDictionary() }).ToArray();

        RegressionDetector.Detect(runs, "d").Single(check => check.Case.Strategy == "b").Machine.ShouldNotBeNull().ShouldBe(1.5, 0.1);
    }

    [Fact]
    public void The_expected_range_contains_the_level_of_the_earlier_runs()
    {
        var range = RegressionDetector.FindExpectedRanges(Runs(30, (_, _) => Math.Log(2))).Values.First();
        range.Level.ShouldBe(2, 0.1);
        range.Low.ShouldBeInRange(1.8, range.Level);
        range.High.ShouldBeInRange(range.Level, 2.2);
    }

    /// <summary>Scheduled runs of four strategies with 1% noise each.</summary>
    private static ScheduledRun[] Runs(int count, Func<int, int, double> level)
    {
        var random = new Random(count);
        return
        [
            .. Enumerable.Range(0, count).Select(run => new ScheduledRun(
                new Guid(run, 0, 0, new byte[8]),
                DateTimeOffset.UnixEpoch.AddDays(run),
                Strategies.Index().ToDictionary(each => TestCases.Key(each.Item, "local"),
                    each => level(run, each.Index) + MathNet.Numerics.Distributions.Normal.Sample(random, 0, 0.01)))),
        ];
    }
}
