using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Background;

/// <summary>The links between the node that executes a job and its assistants, through the ledger, and the clock that all of them can read.</summary>
public sealed class NodeLinks(AssistantLedger ledger, NodeIdentity here, TimeProvider time) : ISharedClock
{
    private volatile TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The nodes of a job that this node executes.</summary>
    /// <exception cref="TargetException">The ledger has one node, or does not answer.</exception>
    public async Task<JobNodes> FindAsync(Job job, CancellationToken ct)
    {
        var assistants = await ReadAsync(() => ledger.ListAsync(job.Id, job.Lease, ct));
        return assistants.Count == job.Request.LoadFrom - 1
            ? new(here.Name, [.. assistants.Select(assistant => (assistant.Node, Open(assistant, assistant.Node, isHere: false)))], this)
            : throw new TargetException(Reason.Of(ReasonCode.NoOtherNodes));
    }

    /// <summary>The connection to another node of a job.</summary>
    /// <param name="assistant">The node that assists the other one.</param>
    /// <param name="node">The name of the other node.</param>
    /// <param name="isHere">Whether the assistant is this node.</param>
    public IWorkerLink Open(Assistant assistant, string node, bool isHere) => new LedgerLink(this, ledger, assistant, isHere, node, time);

    /// <summary>Completed at the next change.</summary>
    internal Task Changed => _changed.Task;

    /// <summary>Follows new assistants and messages until it is cancelled.</summary>
    /// <exception cref="LedgerException">The database no longer answers.</exception>
    internal Task ListenAsync(CancellationToken ct) => ledger.ListenAsync(
        () => Interlocked.Exchange(ref _changed, new(TaskCreationOptions.RunContinuationsAsynchronously)).SetResult(), ct);

    public Task<ClockReading> ReadAsync(CancellationToken ct) => ReadAsync(() => ledger.ReadClockAsync(ct));

    internal static async Task<T> ReadAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work();
        }
        catch (LedgerException exception)
        {
            throw new TargetException(Reason.Of(ReasonCode.SharedClockFailed), exception);
        }
    }
}

/// <summary>One end of a link.</summary>
/// <param name="links">Announces changes.</param>
/// <param name="ledger">Stores the messages.</param>
/// <param name="isHere">Whether the assistant is this node.</param>
/// <param name="node">The name of the other node.</param>
/// <param name="time">The clock of the waits.</param>
internal sealed class LedgerLink(NodeLinks links, AssistantLedger ledger, Assistant assistant, bool isHere, string node, TimeProvider time)
    : IWorkerLink
{
    /// <summary>The time after which the messages are read without a notification, which can be lost.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Queue<string> _read = [];
    private long _last;
    private long _checkedAt = time.GetTimestamp();

    public Task SendAsync(string message, CancellationToken ct) => NodeLinks.ReadAsync(async () =>
    {
        await ledger.SendAsync(assistant, isToAssistant: !isHere, message, Volatile.Read(ref _last), ct);
        return true;
    });

    public async Task<string?> ReadAsync(CancellationToken ct)
    {
        while (true)
        {
            if (_read.TryDequeue(out var message))
            {
                return message;
            }

            // Before the query, so that no change is missed.
            var changed = links.Changed;
            var messages = await NodeLinks.ReadAsync(() => ledger.ReadAsync(assistant, isHere, _last, ct));
            foreach (var (number, text) in messages)
            {
                _read.Enqueue(text);
                Volatile.Write(ref _last, number);
            }

            if (messages.Count == 0)
            {
                await WaitAsync(changed, ct);
            }
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private async Task WaitAsync(Task changed, CancellationToken ct)
    {
        await Task.WhenAny(changed, Task.Delay(Interval, time, ct));
        ct.ThrowIfCancellationRequested();

        // Also while other jobs send messages.
        if (time.GetElapsedTime(_checkedAt) < Interval)
        {
            return;
        }

        _checkedAt = time.GetTimestamp();
        if (!await NodeLinks.ReadAsync(() => ledger.IsHeldAsync(assistant, ct)))
        {
            throw new TargetException(Reason.Of(ReasonCode.AssistantLost, ("node", node)));
        }
    }
}
