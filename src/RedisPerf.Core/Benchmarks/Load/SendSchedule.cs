using System.Diagnostics;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The intended send times of a run on this node. All times are in the unit of <see cref="Stopwatch.GetTimestamp"/>.</summary>
/// <param name="rate">Operations per second of all nodes.</param>
/// <param name="workload">The arrivals, and the share of this node. The nodes send alternately.</param>
public sealed class SendSchedule(int rate, LoadWorkload workload)
{
    /// <summary>A longer sleep would delay a cancellation.</summary>
    private static readonly long MaxSleep = Stopwatch.Frequency / 100;

    // The operations of all nodes.
    private readonly int _all = workload.Options.OperationsAt(rate);

    /// <summary>Operations that this node sends.</summary>
    public int Count { get; } = workload.OperationsAt(rate);

    /// <summary>The start of the run.</summary>
    public long Start { get; } = Stopwatch.GetTimestamp();

    /// <summary>The end of the time in which operations are sent.</summary>
    public long End => TimeOf(Count);

    /// <summary>The intended send time of an operation by its 0-based number.</summary>
    public long TimeOf(int number) => Start + (long)(workload.Arrivals.Of(workload.Share.Index
        + ((long)number * workload.Share.Nodes), _all) / rate * Stopwatch.Frequency);

    /// <summary>Blocks this thread until an intended send time. Returns at once when it has passed.</summary>
    public void WaitFor(int number, CancellationToken ct)
    {
        var time = TimeOf(number);
        for (var left = time - Stopwatch.GetTimestamp(); left > 0; left = time - Stopwatch.GetTimestamp())
        {
            ct.ThrowIfCancellationRequested();
            ShortSleep.For(Math.Min(left, MaxSleep));
        }

        ct.ThrowIfCancellationRequested();
    }
}
