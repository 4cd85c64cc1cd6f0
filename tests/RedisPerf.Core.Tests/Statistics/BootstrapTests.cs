using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class BootstrapTests
{
    [Fact]
    public void The_same_values_give_the_same_interval()
    {
        double[] values = [1.2, 1.3, 1.25, 1.9, 1.21];

        Bootstrap.OfMean(values).ShouldBe(Bootstrap.OfMean([.. values]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    public void Fewer_than_five_values_cannot_carry_it(int values) =>
        Bootstrap.OfMean([.. Enumerable.Repeat(1.0, values)]).ShouldBe((null, null));

    [Fact]
    public void Values_that_are_all_alike_are_their_own_interval() => Bootstrap.OfMean([2, 2, 2, 2, 2]).ShouldBe((2, 2));

    [Theory]
    [InlineData(5)]
    [InlineData(10)]
    [InlineData(100)]
    public void It_holds_the_mean_and_never_reaches_beyond_the_sample(int count)
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
    public void A_long_run_draws_the_upper_end_further_than_the_lower()
    {
        var (low, high) = Bootstrap.OfMean([1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 2]);

        (high!.Value - 1.15).ShouldBeGreaterThan(1.15 - low!.Value);
    }

    // Plain theory of large samples: mean ± 1.96 · s / √n.
    [Fact]
    public void Of_many_values_it_is_the_one_that_the_normal_distribution_gives()
    {
        var values = Enumerable.Range(1, 400).Select(value => (double)value).ToArray();

        var (low, high) = Bootstrap.OfMean(values);

        low.ShouldNotBeNull().ShouldBe(200.5 - 11.3, 0.8);
        high.ShouldNotBeNull().ShouldBe(200.5 + 11.3, 0.8);
    }
}
