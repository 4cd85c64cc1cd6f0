using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>What a disturbance did to a run.</summary>
/// <param name="P99Before">The median of the 99th percentiles before it, in seconds; null when they are not known.</param>
/// <param name="P99Worst">The highest 99th percentile from it on, in seconds; null when they are not known, and when operations had no
/// reply.</param>
/// <param name="Dip">By how much the lowest throughput from it on is below the median before it, as a share from 0 to 1; null when the run has
/// no interval before it.</param>
/// <param name="Seconds">From it to the first interval after the worst one whose 99th percentile is at most 10% above the level before; 0 when no
/// interval is above that; null when the run ended before, and without a level.</param>
public sealed record Recovery(double? P99Before, double? P99Worst, double? Dip, double? Seconds)
{
    /// <summary>A percentile is back at its level up to this factor.</summary>
    private const double Tolerance = 1.1;

    /// <summary>With fewer intervals before the disturbance, the first one, which is slower on a new connection, is a part of the level.</summary>
    private const int MinBefore = 3;

    /// <summary>Rounding errors of the bounds of intervals, as a share of one.</summary>
    private const double Rounding = 1e-6;

    /// <summary>Compares the intervals before and after the disturbance.</summary>
    public static Recovery Of(RunTimeline timeline)
    {
        // The interval of the disturbance belongs to those after it.
        var first = (int)Math.Floor((timeline.MarkedAt / timeline.Step) + Rounding);
        var skipped = first >= MinBefore ? 1 : 0;
        var before = timeline.PerSecond.Take(first).Skip(skipped).ToArray();
        var after = timeline.PerSecond.Skip(first).ToArray();
        var level = before.Length > 0 ? before.Median() : (double?)null;
        var dip = level > 0 && after.Length > 0 ? Math.Max(0, 1 - (after.Min() / level.Value)) : (double?)null;
        double[] known = [.. timeline.P99.Take(first).Skip(skipped).OfType<double>()];
        if (known.Length == 0)
        {
            return new(null, null, dip, null);
        }

        // Nothing is worse than operations that failed. Without them, an interval with too few operations is not known, and not compared.
        var p99 = timeline.P99.Zip(timeline.Errors, (value, errors) => value ?? (errors > 0 ? double.PositiveInfinity : double.NaN)).ToArray();
        var limit = Tolerance * known.Median();
        int[] compared = [.. Enumerable.Range(first, p99.Length - first).Where(index => !double.IsNaN(p99[index]))];
        if (compared.Length == 0)
        {
            return new(known.Median(), null, dip, null);
        }

        var worst = compared.MaxBy(index => p99[index]);
        var back = p99[worst] <= limit ? first : Array.FindIndex(p99, worst, value => value <= limit);
        return new(
            known.Median(),
            timeline.P99[worst],
            dip,
            back < 0 ? null : Math.Max(0, (back * timeline.Step) - timeline.MarkedAt));
    }
}
