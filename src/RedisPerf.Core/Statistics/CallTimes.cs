using System.Diagnostics;
using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Statistics;

/// <summary>How long single calls of a run took. Room is made before, so that taking a time allocates nothing.</summary>
/// <param name="capacity">Calls that are kept: the first ones.</param>
public sealed class CallTimes(int capacity)
{
    /// <summary>With fewer, less than ten calls lie beyond the 99th percentile: it would tell of them and of nothing else.</summary>
    public const int FewestForPercentile99 = 1_000;

    private readonly long[] _ticks = new long[capacity];

    /// <summary>Of the calls that are kept.</summary>
    public int Count { get; private set; }

    /// <summary>In the order of the calls.</summary>
    public IEnumerable<double> Seconds => _ticks.Take(Count).Select(ticks => (double)ticks / Stopwatch.Frequency);

    /// <summary>Seconds; null without a call.</summary>
    public double? Median => Count > 0 ? Seconds.Median() : null;

    /// <summary>Seconds; null without a call.</summary>
    public double? Longest => Count > 0 ? Seconds.Max() : null;

    /// <summary>Seconds; null with fewer than a thousand calls.</summary>
    public double? Percentile99 => Count >= FewestForPercentile99 ? Seconds.Quantile(0.99) : null;

    /// <summary>Takes note of a call that has ended just now.</summary>
    /// <param name="start">What <see cref="Stopwatch.GetTimestamp"/> said before it.</param>
    public void Add(long start)
    {
        if (Count < _ticks.Length)
        {
            _ticks[Count++] = Stopwatch.GetTimestamp() - start;
        }
    }
}
