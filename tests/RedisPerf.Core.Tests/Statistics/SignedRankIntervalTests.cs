using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class SignedRankIntervalTests
{
    // Critical values of Wilcoxon's signed-rank test at 5%, two-sided, from published tables; the last two are computed
    // independently.
    [Theory]
    [InlineData(6, 0)]
    [InlineData(7, 2)]
    [InlineData(8, 3)]
    [InlineData(9, 5)]
    [InlineData(10, 8)]
    [InlineData(12, 13)]
    [InlineData(15, 25)]
    [InlineData(20, 52)]
    [InlineData(25, 89)]
    [InlineData(30, 137)]
    [InlineData(50, 434)]
    [InlineData(60, 648)]
    [InlineData(80, 1_211)]
    [InlineData(100, 1_955)]
    [InlineData(150, 4_618)]
    [InlineData(200, 8_444)]
    public void Uses_the_published_critical_values(int count, int critical)
    {
        var values = Enumerable.Range(1, count).Select(value => Math.Sqrt(value)).ToArray();
        var means = (from first in Enumerable.Range(0, count)
                     from second in Enumerable.Range(first, count - first)
                     select (values[first] + values[second]) / 2).Order().ToArray();

        SignedRankInterval.Of(values, 0.95).ShouldBe((means[critical], means[^(critical + 1)]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public void Requires_six_values(int count) =>
        SignedRankInterval.Of([.. Enumerable.Repeat(1.0, count)], 0.95).ShouldBeNull();

    [Fact]
    public void Above_200_values_the_cut_is_the_exact_one_or_a_rank_smaller()
    {
        // 250 values: the exact critical value is 13 444.
        var values = Enumerable.Range(1, 250).Select(value => Math.Sqrt(value)).ToArray();
        var means = (from first in Enumerable.Range(0, 250)
                     from second in Enumerable.Range(first, 250 - first)
                     select (values[first] + values[second]) / 2).Order().ToArray();

        var (low, high) = SignedRankInterval.Of(values, 0.95)!.Value;

        low.ShouldBeInRange(means[13_443], means[13_444]);
        high.ShouldBeInRange(means[^13_445], means[^13_444]);
    }

    [Fact]
    public void Ten_thousand_values_and_equal_values_have_an_interval()
    {
        var random = new Random(1);
        var values = Enumerable.Range(0, 10_000).Select(_ => random.NextDouble() - 0.5).ToArray();

        var (low, high) = SignedRankInterval.Of(values, 0.95)!.Value;

        (low, high).ShouldSatisfyAllConditions(() => low.ShouldBeInRange(-0.02, 0), () => high.ShouldBeInRange(0, 0.02));
        SignedRankInterval.Of([.. Enumerable.Repeat(-2.5, 300)], 0.95).ShouldBe((-2.5, -2.5));
    }

    [Fact]
    public void Large_values_of_both_signs_have_an_interval()
    {
        double[] values = [-2.1, -0.1, -0.05, 0, 0.02, 0.04, 0.1, 2.3];
        var means = (from first in Enumerable.Range(0, 8)
                     from second in Enumerable.Range(first, 8 - first)
                     select (values[first] + values[second]) / 2).Order().ToArray();

        SignedRankInterval.Of(values, 0.95).ShouldBe((means[3], means[^4]));
    }
}
