using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>The only node of a ledger. The lock of the data folder keeps other processes away, so all earlier nodes have ended.</summary>
internal sealed class SingleNode(NodeLedger nodes, RecoveryLedger recoveries, NodeIdentity node, LedgerClock clock) : INode
{
    public async Task<Recovery> JoinAsync(CancellationToken ct)
    {
        await nodes.ReplaceAllAsync(node, ThisMachine.Describe([]), clock.GetUtcNow(), ct);
        return await recoveries.RecoverAsync(node: null, clock.GetUtcNow(), ScheduledJobs.Grace, ct);
    }

    public Task RunAsync(CancellationToken ct) => Task.CompletedTask;

    public Task LeaveAsync(CancellationToken ct) => Task.CompletedTask;
}
