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
    public void A_thousand_loops_are_times_a_hundred_to_one_by_the_keys_in_a_call(int keysPerCall, int calls) =>
        CallCount.ByLoops(1_000, keysPerCall).ShouldBe(calls);

    [Fact]
    public void The_calls_of_the_article_are_never_more_than_can_be_kept() =>
        CallCount.ByLoops(10_000, 1).ShouldBeLessThanOrEqualTo(CallCount.Most);

    [Fact]
    public void By_time_the_median_of_the_trial_counts() =>
        CallCount.ByTime(0.25, [10, 0.0005, 0.0005]).ShouldBe(500);

    [Fact]
    public void By_time_there_are_three_calls_however_long_they_take() =>
        CallCount.ByTime(0.2, [2.5]).ShouldBe(3);

    [Fact]
    public void By_time_there_are_no_more_calls_than_can_be_kept() =>
        CallCount.ByTime(60, [1e-9]).ShouldBe(CallCount.Most);
}
