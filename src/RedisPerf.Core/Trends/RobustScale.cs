using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>A robust estimate of the standard deviation about 0: a few outliers have little effect.</summary>
internal static class RobustScale
{
    /// <summary>For a normal distribution, the standard deviation divided by the median absolute deviation.</summary>
    private const double OfMedian = 1.4826;

    /// <summary>Values beyond this number of deviations are clipped to it.</summary>
    private const double OutlierLimit = 2.5;

    /// <summary>The factor by which clipping reduces the deviation of a normal distribution.</summary>
    private const double CutOff = 0.978;

    /// <returns>The standard deviation about 0; null with fewer than two values.</returns>
    public static double? Of(IReadOnlyList<double> values)
    {
        if (values.Count < 2)
        {
            return null;
        }

        var limit = OutlierLimit * OfMedian * values.Select(Math.Abs).Median();
        var sum = values.Sum(value => Math.Min(value * value, limit * limit));
        return Math.Sqrt(sum / values.Count) / CutOff;
    }
}
