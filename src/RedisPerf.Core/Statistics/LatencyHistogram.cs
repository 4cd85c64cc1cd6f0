using System.Diagnostics;
using HdrHistogram;

namespace RedisPerf.Core.Statistics;

/// <summary>
/// Latencies of a run in an HdrHistogram with three significant digits. Its memory does not depend on their number. Several
/// threads may record at the same time.
/// </summary>
public sealed class LatencyHistogram
{
    /// <summary>
    /// A percentile is reported when at least this number of values is expected beyond it. The number beyond a percentile is
    /// binomial, so with ten its standard deviation is a third of it (Hahn and Meeker, Statistical Intervals, 1991, chapter 5).
    /// </summary>
    public const int FewestBeyond = 10;

    /// <summary>Units of the histogram in a second: 0.1 µs, so that the digits of a short latency are not lost.</summary>
    private const long UnitsPerSecond = 10_000_000;

    /// <summary>An hour. A longer latency is recorded as an hour.</summary>
    private const long Largest = 3_600 * UnitsPerSecond;

    private const int Digits = 3;

    private readonly LongConcurrentHistogram _histogram = new(1, Largest, Digits);

    /// <summary>Number of values.</summary>
    public long Count => _histogram.TotalCount;

    /// <summary>Seconds; null without values.</summary>
    public double? Mean => Count > 0 ? _histogram.GetMean() / UnitsPerSecond : null;

    /// <summary>Records a latency.</summary>
    /// <param name="ticks">In the unit of <see cref="Stopwatch.GetTimestamp"/>; a negative one is recorded as 0.</param>
    public void Record(long ticks) => _histogram.RecordValue(Math.Clamp((long)(ticks * (UnitsPerSecond / (double)Stopwatch.Frequency)), 0, Largest));

    /// <summary>The latency in seconds that is not exceeded by a share of the values; null when fewer than <see cref="FewestBeyond"/> are expected beyond it.</summary>
    /// <param name="share">From 0.5 to below 1: 0.999 is p99.9.</param>
    public double? Percentile(double share) => IsSupported(Count, share) ? (double)_histogram.GetValueAtPercentile(100 * share) / UnitsPerSecond : null;

    /// <summary>Whether enough values are expected beyond a percentile. Without the rounding, 10,000 × (1 − 0.999) is a little below 10.</summary>
    /// <param name="count">Number of values.</param>
    /// <param name="share">From 0.5 to below 1.</param>
    internal static bool IsSupported(long count, double share) => Math.Round(count * (1 - share), 6) >= FewestBeyond;
}
