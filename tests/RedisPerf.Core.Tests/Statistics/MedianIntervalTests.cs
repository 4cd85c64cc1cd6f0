using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class MedianIntervalTests
{
    // Ranks from published tables of the 95% interval of a median: from the k-th smallest to the k-th largest value.
    [Theory]
    [InlineData(6, 1)]
    [InlineData(8, 1)]
    [InlineData(9, 2)]
    [InlineData(10, 2)]
    [InlineData(12, 3)]
    [InlineData(15, 4)]
    [InlineData(20, 6)]
    [InlineData(25, 8)]
    [InlineData(30, 10)]
    [InlineData(50, 18)]
    [InlineData(100, 40)]
    public void Ranges_from_the_kth_smallest_to_the_kth_largest_value(int values, int k)
    {
        var sorted = Enumerable.Range(1, values).Select(value => (double)value).ToArray();

        MedianInterval.Of(sorted, 0.95).ShouldBe((k, values + 1 - k));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public void Requires_six_values(int values) =>
        MedianInterval.Of([.. Enumerable.Repeat(1.0, values)], 0.95).ShouldBeNull();
}
