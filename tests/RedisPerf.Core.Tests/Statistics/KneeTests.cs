using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class KneeTests
{
    [Fact]
    public void Interpolates_on_a_logarithmic_axis()
    {
        // From 10 to 1000 the cost increases from 1 to 3: half of the increase is at half of the decades.
        Knee.Of([(1, 1), (10, 1), (1000, 3)])!.Value.ShouldBe(100, 1e-9);
        Knee.Of([(1000, 3), (1, 1), (10, 1)])!.Value.ShouldBe(100, 1e-9);
    }

    [Fact]
    public void Point_with_double_cost_is_the_knee() =>
        Knee.Of([(1, 0.5), (8, 1.0), (16, 4.0)])!.Value.ShouldBe(8, 1e-9);

    [Fact]
    public void Single_slow_point_is_not_the_knee()
    {
        Knee.Of([(1, 1), (2, 5), (4, 1), (8, 1)]).ShouldBeNull();
        Knee.Of([(1, 1), (2, 5), (10, 1), (1000, 3)])!.Value.ShouldBe(100, 1e-9);
    }

    [Fact]
    public void The_range_over_the_rounds_contains_the_knee_of_each_of_a_few_rounds()
    {
        var curve = Curve([1, 1, 1], [1, 1.1, 0.9], [3, 2.6, 4]);

        var (low, high) = Knee.RangeOf(curve, ComparisonRule.Usual).ShouldNotBeNull();

        (low, high).ShouldBe((Knee.Of([(1, 1), (10, 0.9), (1000, 4)])!.Value, Knee.Of([(1, 1), (10, 1.1), (1000, 2.6)])!.Value));
    }

    [Fact]
    public void Two_rounds_and_rounds_without_double_cost_give_no_range()
    {
        Knee.RangeOf(Curve([1, 1], [1, 1], [3, 3]), ComparisonRule.Usual).ShouldBeNull();
        Knee.RangeOf(Curve([1, 1, 1], [1, 1, 1], [3, 3, 1.5]), ComparisonRule.Usual).ShouldBeNull();
    }

    [Fact]
    public void No_knee_without_double_cost()
    {
        Knee.Of([]).ShouldBeNull();
        Knee.Of([(1, 1)]).ShouldBeNull();
        Knee.Of([(1, 1), (10, 1.9)]).ShouldBeNull();
        Knee.Of([(1, 3), (10, 2), (100, 1)]).ShouldBeNull();
    }

    private static IReadOnlyList<(double, CaseResult)> Curve(params double[][] costs)
    {
        var cases = Summaries.Of([.. costs.Select((seconds, index) => TestCases.Of(
            "a", "here", Math.Pow(10, index == 2 ? 3 : index), [.. seconds.Select((value, round) => TimedRun.Of(round + 1, value))]))], null, null);
        return [.. cases.Select(@case => ((double)@case.Point!, @case))];
    }
}
