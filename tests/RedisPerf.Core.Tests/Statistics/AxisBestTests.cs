using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class AxisBestTests
{
    private static readonly double[] Noise = [0.99, 1.01, 1, 1.02, 0.98];

    [Fact]
    public void The_range_around_the_best_value_ends_at_values_that_are_slower()
    {
        var found = Of((1, Level(9)), (10, Tie(3.01)), (100, Level(3)), (1_000, Tie(3.02)), (10_000, Level(7)))!;

        (found.Best, found.Low, found.High).ShouldBe((100, 10, 1_000));
        (found.IsLowOpen, found.IsHighOpen, found.IsDecided).ShouldBe((false, false, true));
        found.OtherTies.ShouldBeEmpty();
        found.Slower.ShouldBe([1, 10_000]);
    }

    [Fact]
    public void The_order_of_the_points_does_not_matter()
    {
        var found = Of((10_000, Level(7)), (100, Level(3)), (1, Level(9)))!;

        (found.Best, found.Low, found.High).ShouldBe((100, 100, 100));
        found.Slower.ShouldBe([1, 10_000]);
    }

    [Fact]
    public void A_range_that_reaches_the_end_of_the_axis_is_open()
    {
        var rising = Of((1, Level(3)), (10, Level(5)), (100, Level(9)))!;
        (rising.Best, rising.Low, rising.High, rising.IsLowOpen, rising.IsHighOpen).ShouldBe((1, 1, 1, true, false));

        var falling = Of((1, Level(9)), (10, Level(5)), (100, Level(3)))!;
        (falling.Best, falling.Low, falling.High, falling.IsLowOpen, falling.IsHighOpen).ShouldBe((100, 100, 100, false, true));
    }

    [Fact]
    public void A_tie_behind_a_slower_value_is_not_part_of_the_range()
    {
        var found = Of((1, Tie(3.01)), (10, Level(9)), (100, Level(3)), (1_000, Level(8)), (10_000, Tie(3.02)))!;

        (found.Best, found.Low, found.High).ShouldBe((100, 100, 100));
        found.OtherTies.ShouldBe([1, 10_000]);
        found.Slower.ShouldBe([10, 1_000]);
    }

    // Nothing is known about it, so it neither extends the range nor bounds it.
    [Fact]
    public void A_value_with_too_few_runs_leaves_the_range_open()
    {
        var found = Of((1, Level(9)), (10, [3.1, 3.2]), (100, Level(3)), (1_000, []), (10_000, Tie(3.02)))!;

        (found.Best, found.Low, found.High).ShouldBe((100, 100, 100));
        (found.IsLowOpen, found.IsHighOpen).ShouldBe((true, true));
        found.OtherTies.ShouldBe([10_000]);
        found.Slower.ShouldBe([1]);
    }

    [Fact]
    public void Without_a_decided_difference_the_whole_axis_is_the_range()
    {
        var found = Of((1, Tie(3.01)), (10, Level(3)), (100, Tie(3.02)))!;

        (found.Low, found.High, found.IsLowOpen, found.IsHighOpen, found.IsDecided).ShouldBe((1, 100, true, true, false));
    }

    // All rounds become slower, so the medians hardly differ, but each round decides for the same value.
    [Fact]
    public void Values_are_compared_within_their_rounds()
    {
        var found = Of((1, [1, 2, 3, 4, 5, 6]), (10, [1.1, 2.2, 3.3, 4.4, 5.5, 6.6]))!;

        found.Best.ShouldBe(1);
        found.Slower.ShouldBe([10]);
    }

    [Fact]
    public void Times_per_operation_are_compared_if_the_rule_is_per_operation()
    {
        var small = Case(Level(3));
        var large = Case(Level(6));
        large = large with { Runs = [.. large.Runs.Select(run => run with { Operations = 1_000 })] };

        foreach (var (rule, best) in new[] { (ComparisonRule.Usual, 1.0), (ComparisonRule.Usual with { PerOperation = true }, 10.0) })
        {
            var cases = Summaries.Of([small, large], null, null, rule);
            AxisBest.Of([(1, cases[0]), (10, cases[1])], rule)!.Best.ShouldBe(best);
        }
    }

    [Fact]
    public void One_value_with_enough_runs_is_not_the_best_of_any()
    {
        Of().ShouldBeNull();
        Of((1, Level(3))).ShouldBeNull();
        Of((1, Level(3)), (10, [4, 4])).ShouldBeNull();
        Of((1, [3, 3]), (10, [4, 4])).ShouldBeNull();
    }

    [Fact]
    public void Values_must_be_finite_and_distinct()
    {
        Should.Throw<ArgumentException>(() => Of((1, Level(3)), (1, Level(4))));
        Should.Throw<ArgumentException>(() => Of((double.NaN, Level(3)), (1, Level(4))));
        Should.Throw<ArgumentException>(() => Of((1, Level(3)), (double.PositiveInfinity, Level(4))));
    }

    private static AxisBest? Of(params (double X, double[] Seconds)[] points)
    {
        var cases = Summaries.Of([.. points.Select(point => Case(point.Seconds))], null, null);
        return AxisBest.Of(points.Zip(cases, (point, @case) => (point.X, @case)), ComparisonRule.Usual);
    }

    private static CaseResult Case(double[] seconds) =>
        new("batch", Coordinates.Of("here"), [.. seconds.Select((value, index) => TimedRun.Of(index + 1, value))], null);

    private static double[] Level(double seconds) => [.. Noise.Select(factor => seconds * factor)];

    /// <summary>Times of which some are shorter and some longer than those of the other cases with this level.</summary>
    private static double[] Tie(double seconds) => [.. Noise.Select((factor, index) => seconds * factor * (index % 2 == 0 ? 1.1 : 0.93))];
}
