using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>A node that measures its share of each slice of this node's job.</summary>
internal sealed class AssistantWorker(IAssistantLink link)
{
    // Longer than the worker of that node has for a cancelled slice.
    private static readonly TimeSpan CancelLimit = TimeSpan.FromSeconds(8);

    public string Node => link.Node;

    /// <summary>What the node reported when it opened the job.</summary>
    public AssistantMessage.Opened? Opened { get; private set; }

    /// <summary>Why it measures no further slice; null while it does.</summary>
    public Reason? Lost { get; private set; }

    /// <exception cref="TargetException">The node is lost, or does not reach the servers of the job.</exception>
    public async Task OpenAsync(IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        await SendAsync(new AssistantMessage.Open([.. servers.Select(server => server.Attachment.Identity)]), ct);
        Opened = await ReadAsync(ct) switch
        {
            AssistantMessage.Opened opened => opened,
            AssistantMessage.Refused(var reason) => throw new TargetException(Reason.Of(ReasonCode.AssistantRefused, ("node", Node), ("cause", reason))),
            var other => throw new InvalidOperationException($"A node replied {other}."),
        };
    }

    /// <summary>Measures its share of a slice. Every outcome is a result.</summary>
    public async Task<AssistantMessage.Measured> RunAsync(SliceKey slice, int round, bool warmup, JointGate gate, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource();
        try
        {
            await SendAsync(new AssistantMessage.Run(slice, round, warmup), CancellationToken.None);
            await using var cancelling = ct.Register(() =>
            {
                limit.CancelAfter(CancelLimit);
                _ = CancelAsync();
            });
            while (true)
            {
                switch (await ReadAsync(limit.Token))
                {
                    case AssistantMessage.Arrived(var stage):
                        _ = PassAsync(gate, stage, ct);
                        break;
                    case AssistantMessage.Measured measured:
                        return measured;
                    case var other:
                        throw new InvalidOperationException($"A node replied {other}.");
                }
            }
        }
        catch (Exception exception) when (exception is TargetException or OperationCanceledException)
        {
            Lost = (exception as TargetException)?.Reason ?? Reason.Of(ReasonCode.AssistantLost, ("node", Node));
            return new(new(new Run { Round = round, Warmup = warmup, State = RunState.Failed, Error = Lost }), 0, 0);
        }
    }

    private async Task PassAsync(JointGate gate, RunStage stage, CancellationToken ct)
    {
        try
        {
            await SendAsync(new AssistantMessage.Pass(stage, await gate.ArriveAsync(stage, ct)), ct);
        }
        catch (Exception exception) when (exception is TargetException or OperationCanceledException)
        {
            // The slice is cancelled, or the reader has the same failure.
        }
    }

    private async Task CancelAsync()
    {
        try
        {
            await SendAsync(new AssistantMessage.Cancel(), CancellationToken.None);
        }
        catch (TargetException)
        {
            // The reader has the same failure.
        }
    }

    /// <summary>Ends the assistance.</summary>
    public async Task EndAsync()
    {
        try
        {
            await SendAsync(new AssistantMessage.End(), CancellationToken.None);
        }
        catch (TargetException)
        {
            // The node finds out by itself that the job has ended.
        }
    }

    private Task SendAsync(AssistantMessage message, CancellationToken ct) => link.SendAsync(message.ToText(), ct);

    private async Task<AssistantMessage> ReadAsync(CancellationToken ct) => AssistantMessage.Parse(await link.ReadAsync(ct));
}
