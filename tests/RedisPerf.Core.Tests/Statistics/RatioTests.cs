using MathNet.Numerics.Distributions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class RatioTests
{
    // Reference values: mean ± t(0.975, n − 1) · s / √n of the logarithms, with t from a printed table (2.776445).
    [Fact]
    public void Up_to_six_rounds_use_Students_t_on_logarithms()
    {
        var ratio = RatioEstimator.FromRounds("base", [0.80, 0.85, 0.78, 0.83, 0.81]).ShouldNotBeNull();

        ratio.Baseline.ShouldBe("base");
        ratio.Value.ShouldBe(0.81, 1e-12);
        ratio.Low.ShouldNotBeNull().ShouldBe(0.780829, 1e-5);
        ratio.High.ShouldNotBeNull().ShouldBe(0.847834, 1e-5);
        ratio.Verdict.ShouldBe(Verdict.Faster);
    }

    [Fact]
    public void Single_delayed_round_does_not_change_the_verdict()
    {
        var ratio = RatioEstimator.FromRounds("base", [0.93, 0.84, 0.81, 0.88, 0.85, 0.83, 0.87, 0.86, 0.80, 3.5]).ShouldNotBeNull();

        ratio.Value.ShouldBe(Math.Sqrt(0.85 * 0.86), 1e-12);
        // The sixth smallest pairwise mean, and by the order alone the second largest ratio.
        ratio.Low.ShouldNotBeNull().ShouldBe(Math.Sqrt(0.81 * 0.83), 1e-12);
        ratio.High.ShouldNotBeNull().ShouldBe(0.93, 1e-12);
        ratio.Verdict.ShouldBe(Verdict.Faster);
    }

    // One of ten ratios is slightly above 1: by the order alone, the interval would be 0.88 to 1.01.
    [Fact]
    public void Magnitudes_narrow_the_interval()
    {
        double[] ratios = [0.90, 0.92, 0.88, 0.93, 1.01, 0.91, 0.94, 1.005, 0.89, 0.95];
        var ratio = RatioEstimator.FromRounds("base", ratios).ShouldNotBeNull();

        ratio.Value.ShouldBe(Math.Sqrt(0.92 * 0.93), 1e-12);
        ratio.High.ShouldNotBeNull().ShouldBeLessThan(1);
        ratio.Verdict.ShouldBe(Verdict.Faster);
        MedianInterval.Of([.. ratios.Order()], 0.95)!.Value.High.ShouldBeGreaterThan(1);
    }

    [Theory]
    [InlineData(1.3, 1.1, 1.25, 1.4)]
    [InlineData(1.3, 1.1, 1.25, 1.4, 1.2, 1.31, 1.07)]
    public void Inverse_ratios_give_the_inverse_interval(params double[] ratios)
    {
        var ratio = RatioEstimator.FromRounds("base", ratios).ShouldNotBeNull();
        var turned = RatioEstimator.FromRounds("base", [.. ratios.Select(value => 1 / value)]).ShouldNotBeNull();

        turned.Value.ShouldBe(1 / ratio.Value, 1e-12);
        turned.Low!.Value.ShouldBe(1 / ratio.High!.Value, 1e-12);
        (ratio.Verdict, turned.Verdict).ShouldBe((Verdict.Slower, Verdict.Faster));
    }

    [Theory]
    [InlineData(Verdict.Same, 1.0, 1.01, 0.99, 1.0)]
    [InlineData(Verdict.Same, 0.975, 0.975, 0.975)]
    [InlineData(Verdict.Same, 1.02, 1.021, 1.019)]
    [InlineData(Verdict.Faster, 0.96, 0.96, 0.96)]
    [InlineData(Verdict.Faster, 0.9, 0.92, 0.91)]
    [InlineData(Verdict.Slower, 1.04, 1.04, 1.04)]
    [InlineData(Verdict.Slower, 1.01, 1.2, 1.3, 1.1, 1.2, 1.15, 1.25)]
    [InlineData(Verdict.Unclear, 0.99, 1.2, 1.3, 1.1, 1.2, 1.15, 1.25)]
    [InlineData(Verdict.Slower, 2.0, 2.1, 1.9)]
    [InlineData(Verdict.Unclear, 0.8, 1.2, 1.0)]
    [InlineData(Verdict.Unclear, 0.5, 0.5)]
    [InlineData(Verdict.Unclear, 0.5)]
    public void Verdict_follows_from_the_interval(Verdict verdict, params double[] ratios) =>
        RatioEstimator.FromRounds("base", ratios).ShouldNotBeNull().Verdict.ShouldBe(verdict);

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.25, 1.0)]
    public void One_or_two_rounds_give_no_interval(params double[] ratios)
    {
        var ratio = RatioEstimator.FromRounds("base", ratios).ShouldNotBeNull();

        ratio.ShouldBe(new Ratio("base", ratio.Value, null, null, Verdict.Unclear));
        ratio.Value.ShouldBe(0.5, 1e-12);
    }

    [Fact]
    public void No_rounds_give_no_ratio() => RatioEstimator.FromRounds("base", []).ShouldBeNull();

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(10)]
    [InlineData(20)]
    public void Interval_contains_the_value(int rounds)
    {
        var random = new Random(rounds);
        for (var time = 0; time < 1_000; time++)
        {
            // The most asymmetric sample: one value, and others far away.
            var apart = random.Next(1, rounds);
            var ratio = RatioEstimator.FromRounds("base", [.. Enumerable.Repeat(1 + random.NextDouble(), rounds - apart),
                .. Enumerable.Range(0, apart).Select(_ => 100 * random.NextDouble())])!;

            ratio.Value.ShouldBeInRange(ratio.Low!.Value, ratio.High!.Value);
        }
    }

    // The same ratios in another order, so only the dependence differs. For normally distributed values with a correlation of 0.5,
    // the correlation of the ranks is 6 ÷ π · asin(0.25) = 0.483, which gives a factor of 1.693.
    [Fact]
    public void Dependent_slices_widen_the_interval()
    {
        var random = new Random(1);
        var dependent = DependentRatios(random, 5, 1_000);
        var values = dependent.SelectMany(round => round).ToArray();
        random.Shuffle(values);

        (Width(dependent) / Width([.. values.Chunk(1_000)])).ShouldBe(1.693, 0.08);

        static double Width(double[][] rounds) =>
            RatioEstimator.FromSlices("base", rounds) is { Low: { } low, High: { } high } ? Math.Log(high / low) : double.NaN;
    }

    // Without the wider interval, the coverage is 78%.
    [Fact]
    public void The_interval_of_dependent_slices_contains_the_true_ratio()
    {
        const int comparisons = 1_000;
        var random = new Random(2);

        var ratios = Enumerable.Range(0, comparisons).Select(_ => RatioEstimator.FromSlices("base", DependentRatios(random, 5, 42))!).ToArray();

        ratios.Count(ratio => ratio.Low <= 1 && ratio.High >= 1).ShouldBeGreaterThan(comparisons * 93 / 100);
    }

    /// <returns>Ratios around 1. The logarithms of neighbours within a round have a correlation of 0.5.</returns>
    private static double[][] DependentRatios(Random random, int rounds, int slices) => [.. Enumerable.Range(0, rounds).Select(_ =>
    {
        var log = Normal.Sample(random, 0, 0.1);
        return Enumerable.Range(0, slices).Select(_ => Math.Exp(log = (0.5 * log) + (Math.Sqrt(0.75) * Normal.Sample(random, 0, 0.1)))).ToArray();
    })];

    // Reference values: computed independently, with Student's quantile from integration of its density.
    [Fact]
    public void Two_jobs_use_Welchs_t_on_logarithms()
    {
        var ratio = RatioEstimator.FromUnpairedRuns("batch", [1.0, 1.1, 1.2, 0.9], [2.0, 2.2, 2.1]).ShouldNotBeNull();

        ratio.Baseline.ShouldBe("batch");
        ratio.Value.ShouldBe(0.49752333, 1e-6);
        ratio.Low.ShouldNotBeNull().ShouldBe(0.4126847, 1e-5);
        ratio.High.ShouldNotBeNull().ShouldBe(0.5998027, 1e-5);
        ratio.Verdict.ShouldBe(Verdict.Faster);
    }

    [Fact]
    public void Identical_times_give_a_clear_verdict()
    {
        RatioEstimator.FromUnpairedRuns("a", [2, 2, 2], [1, 1, 1]).ShouldNotBeNull().ShouldBe(new("a", 2, 2, 2, Verdict.Slower));
        RatioEstimator.FromUnpairedRuns("a", [2, 2, 2], [2, 2, 2]).ShouldNotBeNull().Verdict.ShouldBe(Verdict.Same);
    }

    [Fact]
    public void Two_runs_give_no_interval_and_no_runs_give_no_ratio()
    {
        var few = RatioEstimator.FromUnpairedRuns("a", [2, 2], [1, 1, 1]).ShouldNotBeNull();

        (few.Low, few.High, few.Verdict).ShouldBe((null, null, Verdict.Unclear));
        few.Value.ShouldBe(2, 1e-12);
        RatioEstimator.FromUnpairedRuns("a", [], [1]).ShouldBeNull();
        RatioEstimator.FromUnpairedRuns("a", [1], []).ShouldBeNull();
    }
}
