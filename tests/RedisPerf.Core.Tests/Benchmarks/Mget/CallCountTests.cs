using RedisPerf.Core.Benchmarks.Mget;

namespace RedisPerf.Core.Tests.Benchmarks.Mget;

public class CallCountTests
{
    [Theory]
    [InlineData(1, 100_000)]
    [InlineData(20, 100_000)]
    [InlineData(25, 50_000)]
    [InlineData(100, 50_000)]
    [InlineData(200, 10_000)]
    [InlineData(1_000, 10_000)]
    [InlineData(2_000, 5_000)]
    [InlineData(5_000, 5_000)]
    [InlineData(8_000, 1_000)]
    [InlineData(10_000, 1_000)]
    public void Factor_of_the_loops_depends_on_the_keys_per_call(int keysPerCall, int calls) =>
        CallCount.ByLoops(1_000, keysPerCall).ShouldBe(calls);

    [Fact]
    public void Calls_by_loops_are_limited() =>
        CallCount.ByLoops(10_000, 1).ShouldBeLessThanOrEqualTo(CallCount.Max);

    [Fact]
    public void Calls_by_time_use_the_median_of_the_trial() =>
        CallCount.ByTime(0.25, [10, 0.0005, 0.0005]).ShouldBe(500);

    [Fact]
    public void Calls_by_time_are_at_least_three() =>
        CallCount.ByTime(0.2, [2.5]).ShouldBe(3);

    [Fact]
    public void Calls_by_time_are_limited() =>
        CallCount.ByTime(60, [1e-9]).ShouldBe(CallCount.Max);
}
