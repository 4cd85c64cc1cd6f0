using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class MedianIntervalTests
{
    // As in printed tables of the 95 % interval of a median: from the k-th smallest to the k-th largest.
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
    public void It_goes_from_the_kth_smallest_to_the_kth_largest(int values, int k)
    {
        var sorted = Enumerable.Range(1, values).Select(value => (double)value).ToArray();

        MedianInterval.Of(sorted, 0.95).ShouldBe((k, values + 1 - k));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public void Fewer_than_six_values_cannot_carry_it(int values) =>
        MedianInterval.Of([.. Enumerable.Repeat(1.0, values)], 0.95).ShouldBeNull();
}
