using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>This process as a node of the ledger: <see cref="SingleNode"/> for a ledger of one process, <see cref="SharedNode"/> for one
/// that several processes share.</summary>
public interface INode
{
    /// <summary>Adds this process to the ledger, and ends the jobs of the process before it. Called once, before a job starts.</summary>
    /// <exception cref="RedisPerf.Ledger.Storage.LedgerException">The database fails, or another running process has the
    /// name of this node.</exception>
    Task<Recovery> JoinAsync(CancellationToken ct);

    /// <summary>What the node does for the other nodes, until the program ends.</summary>
    Task RunAsync(CancellationToken ct);

    /// <summary>Records that the process ends.</summary>
    Task LeaveAsync(CancellationToken ct);
}

/// <summary>Runs the node of this process from the start of the program to its end.</summary>
internal sealed class NodeService(INode node) : BackgroundService
{
    private readonly Lock _gate = new();
    private Task? _leaving;

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        // A host can be stopped twice at the same time, and is disposed when one of them has ended.
        Task leaving;
        lock (_gate)
        {
            leaving = _leaving ??= node.LeaveAsync(cancellationToken);
        }

        await leaving;
    }

    protected override Task ExecuteAsync(CancellationToken stoppingToken) => node.RunAsync(stoppingToken);
}
