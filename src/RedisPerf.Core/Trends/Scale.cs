using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>How far values lie from 0, so that a few that lie far off change little.</summary>
internal static class Scale
{
    /// <summary>The median distance of a bell's values from its middle, in standard deviations, turned round.</summary>
    private const double OfMedian = 1.4826;

    /// <summary>What lies further off than so many deviations counts as if it lay there.</summary>
    private const double Furthest = 2.5;

    /// <summary>What the cutting takes off the deviation of a bell.</summary>
    private const double CutOff = 0.978;

    /// <returns>The standard deviation about 0 that a bell would have; null with fewer than two values.</returns>
    public static double? Of(IReadOnlyList<double> values)
    {
        if (values.Count < 2)
        {
            return null;
        }

        var limit = Furthest * OfMedian * values.Select(Math.Abs).Median();
        var sum = values.Sum(value => Math.Min(value * value, limit * limit));
        return Math.Sqrt(sum / values.Count) / CutOff;
    }
}
