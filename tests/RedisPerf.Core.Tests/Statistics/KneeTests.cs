using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public class KneeTests
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
    public void No_knee_without_double_cost()
    {
        Knee.Of([]).ShouldBeNull();
        Knee.Of([(1, 1)]).ShouldBeNull();
        Knee.Of([(1, 1), (10, 1.9)]).ShouldBeNull();
        Knee.Of([(1, 3), (10, 2), (100, 1)]).ShouldBeNull();
    }
}
