using System.Collections.Concurrent;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Statistics;

/// <summary>A confidence interval from the sample alone, without an assumption about the distribution.</summary>
public static class Bootstrap
{
    private const double Confidence = 0.95;
    private const int Resamples = 4_000;

    /// <summary>An interval within the sample misses the mean whenever all values are on one side of it. With three values that
    /// happens in 25% of all samples.</summary>
    private const int MinValues = 5;

    /// <summary>Up to this sample size, that of the longest jobs, the random draws are cached, at most 400 kB per size: a job has few sample
    /// sizes, but a page may show hundreds of intervals for each, and a running job computes several for each run.</summary>
    private const int MaxKept = 100;

    private static readonly ConcurrentDictionary<int, (byte[] Indexes, double Tail)> Kept = new();

    /// <summary>The interval of the mean: 4,000 resamples. The percentiles are widened for small samples, because plain percentiles
    /// are too narrow by √((n − 1) ÷ n) and by the ratio of Student's t to the normal distribution (Hesterberg, <cite>What Teachers
    /// Should Know About the Bootstrap</cite>, 2015, section 4.3). The interval never exceeds the range of the sample. The same values
    /// give the same interval.</summary>
    /// <returns>Nulls with fewer than five values.</returns>
    public static (double? Low, double? High) OfMean(IReadOnlyList<double> values)
    {
        var n = values.Count;
        if (n < MinValues)
        {
            return (null, null);
        }

        double[] means;
        double tail;
        if (n <= MaxKept)
        {
            (var draws, tail) = Kept.GetOrAdd(n, size => ([.. Draws(size).Select(index => (byte)index)], TailOf(size)));
            means = Means(values, draws);
        }
        else
        {
            tail = TailOf(n);
            means = [.. Draws(n).Chunk(n).Select(resample => resample.Sum(index => values[index]) / n)];
        }

        return (ArrayStatistics.QuantileInplace(means, tail), ArrayStatistics.QuantileInplace(means, 1 - tail));
    }

    private static double[] Means(IReadOnlyList<double> values, byte[] draws)
    {
        var n = values.Count;
        var means = new double[Resamples];
        for (var resample = 0; resample < Resamples; resample++)
        {
            var sum = 0.0;
            foreach (var index in draws.AsSpan(resample * n, n))
            {
                sum += values[index];
            }

            means[resample] = sum / n;
        }

        return means;
    }

    /// <summary>The indexes of all resamples, the same for each sample of a size.</summary>
    private static IEnumerable<int> Draws(int n)
    {
        var random = new Random(n);
        for (var draw = 0; draw < Resamples * n; draw++)
        {
            yield return random.Next(n);
        }
    }

    private static double TailOf(int n) => Normal.CDF(0, 1, Math.Sqrt(n / (n - 1.0)) * StudentT.InvCDF(0, 1, n - 1, (1 - Confidence) / 2));
}
