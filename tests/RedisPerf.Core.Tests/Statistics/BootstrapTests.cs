using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class BootstrapTests
{
    [Fact]
    public void Same_values_give_the_same_interval()
    {
        double[] values = [1.2, 1.3, 1.25, 1.9, 1.21];

        Bootstrap.OfMean(values).ShouldBe(Bootstrap.OfMean([.. values]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    public void Requires_five_values(int values) =>
        Bootstrap.OfMean([.. Enumerable.Repeat(1.0, values)]).ShouldBe((null, null));

    [Fact]
    public void Identical_values_give_an_interval_without_width() => Bootstrap.OfMean([2, 2, 2, 2, 2]).ShouldBe((2, 2));

    [Theory]
    [InlineData(5)]
    [InlineData(10)]
    [InlineData(29)]
    [InlineData(100)]
    [InlineData(101)]
    public void Contains_the_mean_and_stays_within_the_sample(int count)
    {
        var random = new Random(count);
        for (var time = 0; time < 20; time++)
        {
            var values = Enumerable.Range(0, count).Select(_ => Noise.Busy.Next(random)).ToArray();

            var (low, high) = Bootstrap.OfMean(values);

            low.ShouldNotBeNull().ShouldBeInRange(values.Min(), values.Average());
            high.ShouldNotBeNull().ShouldBeInRange(values.Average(), values.Max());
        }
    }

    [Fact]
    public void Outlier_extends_the_upper_end()
    {
        var (low, high) = Bootstrap.OfMean([1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 2]);

        (high!.Value - 1.15).ShouldBeGreaterThan(1.15 - low!.Value);
    }

    // The interval for large samples: mean ± 1.96 · s / √n.
    [Fact]
    public void Many_values_give_the_interval_of_the_normal_distribution()
    {
        var values = Enumerable.Range(1, 400).Select(value => (double)value).ToArray();

        var (low, high) = Bootstrap.OfMean(values);

        low.ShouldNotBeNull().ShouldBe(200.5 - 11.3, 0.8);
        high.ShouldNotBeNull().ShouldBe(200.5 + 11.3, 0.8);
    }
}
