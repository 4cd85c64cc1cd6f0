using System.Collections.Concurrent;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The barrier of all nodes that measure a slice. It opens a stage when each of them has reached it.</summary>
/// <param name="nodes">Number of nodes.</param>
/// <param name="clock">The clock of the common start.</param>
/// <param name="lead">The time until the start, in which every node receives its time.</param>
/// <param name="fail">Cancels the slice for all nodes.</param>
/// <param name="ct">Cancelled with the slice.</param>
internal sealed class NodeBarrier(int nodes, ISharedClock clock, TimeSpan lead, Action fail, CancellationToken ct) : IRunBarrier
{
    private readonly ConcurrentDictionary<RunStage, (int Arrived, TaskCompletionSource<long?> Open)> _stages = [];

    /// <summary>The shared clock, read for the start.</summary>
    public ClockReading Reading { get; private set; }

    /// <summary>Why the nodes have no common start; null when they have one.</summary>
    public Reason? Failure { get; private set; }

    /// <summary>For the node of this process.</summary>
    public async Task<long?> SignalAndWaitAsync(RunStage stage, CancellationToken ct) =>
        await ArriveAsync(stage, ct) is { } startAt ? Reading.ToTimestamp(startAt) : null;

    /// <returns>For <see cref="RunStage.Ready"/> the start of the clock, in microseconds of the shared clock; null for the other stages.</returns>
    public async Task<long?> ArriveAsync(RunStage stage, CancellationToken cancelled)
    {
        var (arrived, open) = _stages.AddOrUpdate(
            stage,
            _ => (1, new(TaskCreationOptions.RunContinuationsAsynchronously)),
            (_, before) => before with { Arrived = before.Arrived + 1 });
        if (arrived == nodes)
        {
            await OpenAsync(stage, open);
        }

        return await open.Task.WaitAsync(cancelled);
    }

    private async Task OpenAsync(RunStage stage, TaskCompletionSource<long?> open)
    {
        if (stage != RunStage.Ready)
        {
            open.SetResult(null);
            return;
        }

        try
        {
            Reading = await clock.ReadAsync(ct);
            open.SetResult(Reading.ToShared(System.Diagnostics.Stopwatch.GetTimestamp()) + (long)lead.TotalMicroseconds);
        }
        catch (TargetException exception)
        {
            Failure = exception.Reason;
            fail();
        }
    }
}
