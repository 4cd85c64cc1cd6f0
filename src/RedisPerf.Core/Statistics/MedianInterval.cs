using MathNet.Numerics.Distributions;

namespace RedisPerf.Core.Statistics;

/// <summary>
/// Where a median lies, from the order of the values alone: the sign test turned round. Each value lies above the true
/// median as often as a coin shows heads, however values spread, so a coin tells how many may be cut off at both ends.
/// </summary>
public static class MedianInterval
{
    /// <param name="sorted">Ascending.</param>
    /// <param name="confidence">At least so often the interval holds the median; as values are whole things, mostly more often.</param>
    /// <returns>Two of the values; null when there are too few for the confidence: fewer than six for 95 %.</returns>
    public static (double Low, double High)? Of(IReadOnlyList<double> sorted, double confidence)
    {
        var n = sorted.Count;
        var tail = (1 - confidence) / 2;
        var cut = Enumerable.Range(0, n).TakeWhile(below => Binomial.CDF(0.5, n, below) <= tail).Count();
        return cut == 0 ? null : (sorted[cut - 1], sorted[n - cut]);
    }
}
