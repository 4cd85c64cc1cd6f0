using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class BoundsTests
{
    [Theory]
    [InlineData(1.0, 0.4, Bound.Client)]
    [InlineData(0.4, 1.0, Bound.Server)]
    [InlineData(0.95, 0.99, Bound.Both)]
    [InlineData(1.9, 1.0, Bound.Client)]
    [InlineData(0.85, 1.0, Bound.Server)]
    [InlineData(0.79, 0.79, Bound.Neither)]
    [InlineData(0.0, 0.0, Bound.Neither)]
    [InlineData(0.8, 0.5, Bound.Client)]
    [InlineData(0.8, 0.8, Bound.Both)]
    public void Busy_side_is_the_bound(double client, double server, Bound bound) => Bounds.Of(client, server).ShouldBe(bound);

    [Theory]
    [InlineData(null, 1.0)]
    [InlineData(1.0, null)]
    [InlineData(null, null)]
    public void Unknown_utilization_gives_no_bound(double? client, double? server) => Bounds.Of(client, server).ShouldBeNull();
}
