using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public class KneeTests
{
    [Fact]
    public void It_lies_between_two_points_where_the_line_of_a_logarithmic_axis_crosses_the_double()
    {
        // From 10 to 1000 the cost goes from 1 to 3: half of the way up is half of the way in decades.
        Knee.Of([(1, 1), (10, 1), (1000, 3)])!.Value.ShouldBe(100, 1e-9);
        Knee.Of([(1000, 3), (1, 1), (10, 1)])!.Value.ShouldBe(100, 1e-9);
    }

    [Fact]
    public void A_point_that_costs_the_double_is_the_knee_itself() =>
        Knee.Of([(1, 0.5), (8, 1.0), (16, 4.0)])!.Value.ShouldBe(8, 1e-9);

    [Fact]
    public void A_slow_point_before_is_no_knee()
    {
        Knee.Of([(1, 1), (2, 5), (4, 1), (8, 1)]).ShouldBeNull();
        Knee.Of([(1, 1), (2, 5), (10, 1), (1000, 3)])!.Value.ShouldBe(100, 1e-9);
    }

    [Fact]
    public void There_is_none_where_the_cost_never_doubles()
    {
        Knee.Of([]).ShouldBeNull();
        Knee.Of([(1, 1)]).ShouldBeNull();
        Knee.Of([(1, 1), (10, 1.9)]).ShouldBeNull();
        Knee.Of([(1, 3), (10, 2), (100, 1)]).ShouldBeNull();
    }
}
