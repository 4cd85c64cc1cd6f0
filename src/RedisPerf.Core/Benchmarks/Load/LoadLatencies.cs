using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The latencies of a run. All times are in the unit of <see cref="Stopwatch.GetTimestamp"/>.</summary>
internal sealed class LoadLatencies
{
    private readonly LatencyHistogram _fromIntended = new();
    private readonly LatencyHistogram _fromSent = new();
    private readonly LatencyHistogram _lag = new();
    private double _unsent;

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

        _unsent = (double)(schedule.Count - sent) / schedule.Count;
    }

    /// <summary>Adds the measurements of the run.</summary>
    public void AddTo(WorkDone work)
    {
        work.Measurements[LoadColumns.Mean] = _fromIntended.Mean!.Value;
        work.Measurements[LoadColumns.Unsent] = _unsent;
        foreach (var (name, share) in LoadColumns.Percentiles)
        {
            Add(name, _fromIntended.Percentile(share));
            Add(LoadColumns.FromSent(name), _fromSent.Percentile(share));
        }

        Add(LoadColumns.Lag, _lag.Percentile(0.99));

        void Add(string name, double? seconds)
        {
            if (seconds is { } known)
            {
                work.Measurements[name] = known;
            }
        }
    }
}
