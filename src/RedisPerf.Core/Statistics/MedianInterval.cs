using MathNet.Numerics.Distributions;

namespace RedisPerf.Core.Statistics;

/// <summary>The confidence interval of a median from the order of the values alone: the inverted sign test. Each value is above
/// the true median with probability 1/2 for every distribution, so the binomial distribution gives the number of values that can
/// be cut off at both ends.</summary>
public static class MedianInterval
{
    /// <param name="sorted">Ascending.</param>
    /// <param name="confidence">Minimum probability that the interval contains the median. The actual one is usually higher,
    /// because ranks are discrete.</param>
    /// <returns>Two of the values; null when there are too few for the confidence: fewer than six for 95%.</returns>
    public static (double Low, double High)? Of(IReadOnlyList<double> sorted, double confidence)
    {
        var n = sorted.Count;
        var tail = (1 - confidence) / 2;
        var cut = Enumerable.Range(0, n).TakeWhile(below => Binomial.CDF(0.5, n, below) <= tail).Count();
        return cut == 0 ? null : (sorted[cut - 1], sorted[n - cut]);
    }
}
