using System.Diagnostics;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The latencies of a run. All times are in the unit of <see cref="Stopwatch.GetTimestamp"/>.</summary>
internal sealed class LoadLatencies
{
    private readonly LatencyHistogram _fromIntended = new();
    private readonly LatencyHistogram _fromSent = new();
    private readonly LatencyHistogram _lag = new();
    private readonly LatencyHistogram _generator = new();

    /// <summary>The operations that were not sent, as a share of all.</summary>
    public double Unsent { get; private set; }

    /// <summary>The latencies of several nodes.</summary>
    /// <param name="nodes">The histograms of each, as <see cref="CopyTo"/> names them.</param>
    public static LoadLatencies Merge(IEnumerable<IReadOnlyDictionary<string, LatencyHistogram>> nodes)
    {
        var all = new LoadLatencies();
        foreach (var node in nodes)
        {
            foreach (var (name, histogram) in all.Named)
            {
                histogram.Add(node[name]);
            }
        }

        return all;
    }

    /// <summary>Records an operation that is answered now.</summary>
    /// <param name="intended">Its intended send time.</param>
    /// <param name="sent">The time at which it was sent.</param>
    public void Add(long intended, long sent)
    {
        var now = Stopwatch.GetTimestamp();
        _fromIntended.Record(now - intended);
        _fromSent.Record(now - sent);
        _lag.Record(sent - intended);
    }

    /// <summary>Records by how much the generator is late with an operation that it sends now.</summary>
    /// <param name="due">The time from which on it could be sent: the intended one, or the end of the wait for a reply.</param>
    public void AddLag(long due, long sent) => _generator.Record(sent - due);

    /// <inheritdoc cref="LatencyHistogram.PercentileInterval"/>
    public (double Low, double High)? Interval(double share) => _fromIntended.PercentileInterval(share);

    /// <summary>A percentile of the lag of <see cref="AddLag"/> in seconds; null when too few operations support it.</summary>
    public double? LagOfGenerator(double share) => _generator.Percentile(share);

    /// <summary>Records the operations that were not sent, each with the time that it waited: a lower bound of its latency.</summary>
    /// <param name="schedule">The intended send times.</param>
    /// <param name="sent">Number of operations that were sent.</param>
    /// <param name="end">The end of the run.</param>
    public void AddUnsent(SendSchedule schedule, int sent, long end)
    {
        for (var number = sent; number < schedule.Count; number++)
        {
            _fromIntended.Record(end - schedule.TimeOf(number));
        }

        Unsent = (double)(schedule.Count - sent) / schedule.Count;
    }

    /// <summary>Adds the mean and the percentiles. A percentile that too few operations support is omitted.</summary>
    public void AddTo(IDictionary<string, double> figures)
    {
        figures[LoadColumns.Mean] = _fromIntended.Mean!.Value;
        figures[LoadColumns.Operations] = _fromIntended.Count;
        foreach (var (name, _, share) in LoadColumns.Percentiles)
        {
            Add(name, _fromIntended.Percentile(share));
            Add(LoadColumns.FromSent(name), _fromSent.Percentile(share));
        }

        Add(LoadColumns.Lag, _lag.Percentile(0.99));
        Add(LoadColumns.GeneratorLag, _generator.Percentile(0.99));

        void Add(string name, double? seconds)
        {
            if (seconds is { } known)
            {
                figures[name] = known;
            }
        }
    }

    /// <summary>Adds the histograms by name.</summary>
    public void CopyTo(IDictionary<string, LatencyHistogram> latencies)
    {
        foreach (var (name, histogram) in Named)
        {
            latencies[name] = histogram;
        }
    }

    private (string Name, LatencyHistogram Histogram)[] Named => [("fromIntended", _fromIntended), ("fromSent", _fromSent), ("lag", _lag),
        ("generator", _generator)];
}
