using System.Collections.Concurrent;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The barrier of a slice whose other nodes are known in another process.</summary>
/// <param name="announce">Reports to the other process that the slice has reached a stage.</param>
internal sealed class RemoteBarrier(Func<RunStage, CancellationToken, Task> announce) : IRunBarrier
{
    private readonly ConcurrentDictionary<RunStage, TaskCompletionSource<long?>> _stages = [];

    public async Task<long?> SignalAndWaitAsync(RunStage stage, CancellationToken ct)
    {
        var open = _stages[stage] = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await announce(stage, ct);
        return await open.Task.WaitAsync(ct);
    }

    /// <summary>Lets the slice continue after a stage that it has announced.</summary>
    public void Open(RunStage stage, long? startAt)
    {
        if (_stages.TryRemove(stage, out var open))
        {
            open.SetResult(startAt);
        }
    }
}
