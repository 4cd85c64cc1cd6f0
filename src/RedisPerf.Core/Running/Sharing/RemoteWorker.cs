using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>Another node that measures its share of each slice of this node's job.</summary>
/// <param name="node">The name of the node.</param>
/// <param name="link">The connection to it.</param>
/// <param name="share">Its share, from 1.</param>
internal sealed class RemoteWorker(string node, IWorkerLink link, int share) : IAsyncDisposable
{
    /// <summary>A worker whose node was killed ends within this time. It is also the wait for an answer.</summary>
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);

    /// <summary>Without the ledger, the other node finds out that the job has ended when this one is lost.</summary>
    private static readonly TimeSpan CutOffLimit = TimeSpan.FromSeconds(25);

    private static readonly TimeSpan EndPause = TimeSpan.FromSeconds(1);

    private readonly WorkerClient _client = new(link)
    {
        // Longer than the worker of that node has for a cancelled slice.
        CancelLimit = TimeSpan.FromSeconds(8),
        Silence = _ => LostNode(node),
    };

    private bool _hasEnded;

    public string Node => node;

    /// <summary>The 0-based share of the node in each slice.</summary>
    public int Share => share;

    /// <summary>Its machine, after it has opened the job.</summary>
    public WorkerMachine? Machine { get; private set; }

    /// <summary>Why it measures no further slice; null while it does.</summary>
    public Reason? Lost { get; private set; }

    /// <exception cref="TargetException">The node is lost, or does not reach the servers of the job.</exception>
    public async Task OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        ServerToOpen[] configured = [.. servers.Select(ServerToOpen.OnOtherNode)];
        var reply = await ExchangeAsync(
            number => new WorkerMessage.Open(number, request.Benchmark, request, PayloadFile: null, keyPrefix, configured, share, Plugins: []),
            null,
            ct);
        Machine = reply switch
        {
            WorkerMessage.Opened opened => opened.Worker.Machine,
            WorkerMessage.Refused refused =>
                throw new TargetException(Reason.Of(ReasonCode.AssistantRefused, ("node", node), ("cause", refused.Reason))),
            var other => throw new InvalidOperationException($"A node replied {other}."),
        };
    }

    /// <summary>Measures its share of a slice. Every outcome is a result.</summary>
    public async Task<WorkerMessage.Measured> RunAsync(SliceKey slice, int round, bool warmup, NodeBarrier barrier, CancellationToken ct)
    {
        try
        {
            return (WorkerMessage.Measured)await ExchangeAsync(
                number => new WorkerMessage.Run(number, slice, round, warmup, HasBarrier: true), barrier.ArriveAsync, ct);
        }
        catch (Exception exception)
        {
            // Also a reply that cannot be read: the other nodes must not wait for this one.
            Lost = (exception as TargetException)?.Reason ?? LostNode(node);
            return new(0, new(new Run { Round = round, Warmup = warmup, State = RunState.Failed, Error = Lost }), 0, 0);
        }
    }

    /// <summary>Ends the job on the node. Returns when it no longer sends commands to the servers: this node has the lease until then.</summary>
    public async ValueTask DisposeAsync()
    {
        using var limit = new CancellationTokenSource(Lost?.Code == ReasonCode.SharedClockFailed ? CutOffLimit : EndLimit);
        while (!_hasEnded && !limit.IsCancellationRequested)
        {
            try
            {
                await _client.SendAsync(new WorkerMessage.End(), limit.Token);
                while (!_hasEnded)
                {
                    _hasEnded = await _client.ReadAsync(limit.Token) is WorkerMessage.Ended;
                }
            }
            catch (Exception exception) when (exception is TargetException or OperationCanceledException)
            {
                // The node finds out by itself that the job has ended.
                await Task.Delay(EndPause, limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }

        await link.DisposeAsync();
    }

    private async Task<WorkerMessage> ExchangeAsync(
        Func<int, WorkerMessage> command, Func<RunStage, CancellationToken, Task<long?>>? passAsync, CancellationToken ct)
    {
        var reply = await _client.ExchangeAsync(command, passAsync, ct);
        _hasEnded |= reply is WorkerMessage.Ended;
        return _hasEnded ? throw new TargetException(LostNode(node)) : reply;
    }

    private static Reason LostNode(string node) => Reason.Of(ReasonCode.AssistantLost, ("node", node));
}
