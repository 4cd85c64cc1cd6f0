using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

public sealed class KeyPickerTests
{
    private const int Keys = 50;
    private const int Draws = 200_000;

    /// <summary>Standard deviations of a binomial count: with 50 keys, one of a million draws with another seed is beyond it.</summary>
    private const double Deviations = 5.5;

    [Theory]
    [InlineData(KeyDistribution.Uniform, 1)]
    [InlineData(KeyDistribution.Zipf, 0.5)]
    [InlineData(KeyDistribution.Zipf, 1)]
    [InlineData(KeyDistribution.Zipf, 2)]
    public void Frequencies_are_those_of_the_distribution(KeyDistribution distribution, double exponent)
    {
        var picker = new KeyPicker(new() { Keys = Keys, Distribution = distribution, Exponent = exponent });
        var random = new SplitMix(7);
        var counts = new int[Keys];

        for (var draw = 0; draw < Draws; draw++)
        {
            counts[picker.Next(ref random)]++;
        }

        double WeightOf(int key) => distribution == KeyDistribution.Uniform ? 1 : Math.Pow(key + 1, -exponent);
        var sum = Enumerable.Range(0, Keys).Sum(WeightOf);
        foreach (var (key, count) in counts.Index())
        {
            var share = WeightOf(key) / sum;
            ((double)count).ShouldBe(Draws * share, Deviations * Math.Sqrt(Draws * share * (1 - share)), $"key {key}");
        }
    }
}
