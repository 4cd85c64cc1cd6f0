using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>A node that measures its share of each slice of this node's job.</summary>
internal sealed class AssistantWorker(IAssistantLink link)
{
    // Longer than the worker of that node has for a cancelled slice.
    private static readonly TimeSpan CancelLimit = TimeSpan.FromSeconds(8);

    /// <summary>A worker whose node was killed ends within this time. It is also the wait for an answer.</summary>
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);

    /// <summary>Without the ledger, the other node finds out that the job has ended when this one is lost.</summary>
    private static readonly TimeSpan CutOffLimit = TimeSpan.FromSeconds(25);

    private static readonly TimeSpan EndPause = TimeSpan.FromSeconds(1);

    private int _number;
    private bool _hasEnded;

    public string Node => link.Node;

    /// <summary>What the node reported when it opened the job.</summary>
    public AssistantMessage.Opened? Opened { get; private set; }

    /// <summary>Why it measures no further slice; null while it does.</summary>
    public Reason? Lost { get; private set; }

    /// <exception cref="TargetException">The node is lost, or does not reach the servers of the job.</exception>
    public async Task OpenAsync(IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        await SendAsync(new AssistantMessage.Open([.. servers.Select(server => server.Attachment.Identity)], [.. servers.Select(server => server.Lease?.Value)]), ct);
        Opened = await ReadAsync(ct) switch
        {
            AssistantMessage.Opened opened => opened,
            AssistantMessage.Ended => throw new TargetException(Reason.Of(ReasonCode.AssistantLost, ("node", Node))),
            AssistantMessage.Refused(var reason) => throw new TargetException(Reason.Of(ReasonCode.AssistantRefused, ("node", Node), ("cause", reason))),
            var other => throw new InvalidOperationException($"A node replied {other}."),
        };
    }

    /// <summary>Measures its share of a slice. Every outcome is a result.</summary>
    public async Task<AssistantMessage.Measured> RunAsync(SliceKey slice, int round, bool warmup, JointGate gate, CancellationToken ct)
    {
        // Not disposed: a message of the slice may fail late, and cancel it.
        var limit = new CancellationTokenSource();
        var number = ++_number;
        try
        {
            await SendAsync(new AssistantMessage.Run(number, slice, round, warmup), CancellationToken.None);
            await using var cancelling = ct.Register(() =>
            {
                limit.CancelAfter(CancelLimit);
                _ = CancelAsync(number);
            });
            while (true)
            {
                switch (await ReadAsync(limit.Token))
                {
                    case AssistantMessage.Arrived(var at, var stage):
                        _ = at == number ? PassAsync(gate, number, stage, limit, ct) : Task.CompletedTask;
                        break;
                    case AssistantMessage.Measured measured when measured.Number == number:
                        return measured;
                    case AssistantMessage.Measured:
                        break;
                    case AssistantMessage.Ended:
                        throw new TargetException(Reason.Of(ReasonCode.AssistantLost, ("node", Node)));
                    case var other:
                        throw new InvalidOperationException($"A node replied {other}.");
                }
            }
        }
        catch (Exception exception)
        {
            // Also a reply that cannot be read: the other nodes must not wait for this one.
            Lost = (exception as TargetException)?.Reason ?? Reason.Of(ReasonCode.AssistantLost, ("node", Node));
            return new(number, new(new Run { Round = round, Warmup = warmup, State = RunState.Failed, Error = Lost }), 0, 0);
        }
    }

    private async Task PassAsync(JointGate gate, int number, RunStage stage, CancellationTokenSource limit, CancellationToken ct)
    {
        try
        {
            await SendAsync(new AssistantMessage.Pass(number, stage, await gate.ArriveAsync(stage, ct)), ct);
        }
        catch (OperationCanceledException)
        {
            // The slice is cancelled.
        }
        catch (TargetException)
        {
            // Without this message the slice never ends.
            await limit.CancelAsync();
        }
    }

    private async Task CancelAsync(int number)
    {
        try
        {
            await SendAsync(new AssistantMessage.Cancel(number), CancellationToken.None);
        }
        catch (TargetException)
        {
            // The wait for the end of the slice has a limit.
        }
    }

    /// <summary>Ends the assistance. Returns when the node no longer sends commands to the servers: this node has the lease until then.</summary>
    public async Task EndAsync()
    {
        using var limit = new CancellationTokenSource(Lost?.Code == ReasonCode.SharedClockFailed ? CutOffLimit : EndLimit);
        while (!_hasEnded && !limit.IsCancellationRequested)
        {
            try
            {
                await SendAsync(new AssistantMessage.End(), limit.Token);
                while (!_hasEnded)
                {
                    await ReadAsync(limit.Token);
                }
            }
            catch (Exception exception) when (exception is TargetException or OperationCanceledException)
            {
                // The node finds out by itself that the job has ended.
                await Task.Delay(EndPause, limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    private Task SendAsync(AssistantMessage message, CancellationToken ct) => link.SendAsync(message.ToText(), ct);

    private async Task<AssistantMessage> ReadAsync(CancellationToken ct)
    {
        var message = AssistantMessage.Parse(await link.ReadAsync(ct));
        _hasEnded |= message is AssistantMessage.Ended;
        return message;
    }
}
