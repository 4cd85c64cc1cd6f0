using System.Diagnostics;
using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Statistics;

/// <summary>Durations of single calls in a run. The array is allocated in advance, so that recording a time allocates nothing.</summary>
/// <param name="capacity">Maximum number of calls that are kept: the first ones.</param>
public sealed class CallTimes(int capacity)
{
    /// <summary>With fewer calls, fewer than ten are beyond the 99th percentile, and it depends only on those.</summary>
    public const int MinForPercentile99 = 1_000;

    private readonly long[] _ticks = new long[capacity];

    /// <summary>Number of calls that are kept.</summary>
    public int Count { get; private set; }

    /// <summary>Seconds, in the order of the calls.</summary>
    public IEnumerable<double> Seconds => _ticks.Take(Count).Select(ticks => (double)ticks / Stopwatch.Frequency);

    /// <summary>Seconds; null without calls.</summary>
    public double? Median => Count > 0 ? Seconds.Median() : null;

    /// <summary>Seconds; null without calls.</summary>
    public double? Max => Count > 0 ? Seconds.Max() : null;

    /// <summary>Seconds; null with fewer than 1,000 calls.</summary>
    public double? Percentile99 => Count >= MinForPercentile99 ? Seconds.Quantile(0.99) : null;

    /// <summary>The times that are kept, for percentiles over several nodes.</summary>
    public LatencyHistogram ToHistogram()
    {
        var histogram = new LatencyHistogram();
        foreach (var ticks in _ticks.AsSpan(0, Count))
        {
            histogram.Record(ticks);
        }

        return histogram;
    }

    /// <summary>Records a call that ends now.</summary>
    /// <param name="start">The value of <see cref="Stopwatch.GetTimestamp"/> before the call.</param>
    public void Add(long start)
    {
        if (Count < _ticks.Length)
        {
            _ticks[Count++] = Stopwatch.GetTimestamp() - start;
        }
    }
}
