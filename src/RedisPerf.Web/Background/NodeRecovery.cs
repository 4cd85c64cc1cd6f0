using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Interrupts the jobs of nodes that are lost, stopped or removed, and offers those again that are repeated.</summary>
internal sealed class NodeRecovery(
    NodeLedger nodes, JobLedger ledger, RecoveryLedger recoveries, NodeIdentity node, JobOffers offers, RunningJobs running, LiveLists lists,
    LedgerClock clock, TimeProvider time, ILogger<NodeRecovery> logger)
{
    private readonly NodeWatch _watch = new(time);
    private (NodeIdentity, NodeState)[] _states = [];

    /// <summary>Ends the jobs of the process that had the name of this node before.</summary>
    public Task<Recovery> RecoverAsync(CancellationToken ct) => recoveries.RecoverAsync(node.Name, clock.GetUtcNow(), ScheduledJobs.Grace, ct);

    /// <summary>Looks at all nodes once.</summary>
    /// <exception cref="RedisPerf.Ledger.Storage.LedgerException">The ledger does not answer.</exception>
    public async Task RunAsync(CancellationToken ct)
    {
        // In this order: a node that joins after the jobs were read, and a job that starts after that, are not taken for abandoned.
        var before = await ledger.RunningAsync(ct);
        var executed = running.Ids.ToHashSet();
        var known = await nodes.ListAsync(ct);
        ShowStates(known);
        await AbandonAsync(before, executed, known, ct);
        foreach (var lost in _watch.FindLost(known, node))
        {
            await DeclareLostAsync(lost, ct);
        }
    }

    /// <summary>Starts again: the ledger did not answer, and the other nodes may have had the same gap.</summary>
    public void Clear() => _watch.Clear();

    // Jobs of a node that stopped or was removed, or of this node after a lost reply of the database. Another process can
    // have taken the name of this node: its jobs are not abandoned.
    private async Task AbandonAsync(
        IReadOnlyList<RunningJobRecord> before, HashSet<Guid> executed, IReadOnlyList<NodeRecord> known, CancellationToken ct)
    {
        var active = known.Where(each => each.State == NodeState.Active).ToDictionary(each => each.Identity.Name, each => each.Identity);
        RunningJobRecord[] abandoned =
        [
            .. before.Where(job => job.Node is null || !active.TryGetValue(job.Node, out var other) || (other == node && !executed.Contains(job.Id))),
        ];
        if (abandoned.Length > 0)
        {
            await OfferAsync(await recoveries.AbandonAsync(abandoned, clock.GetUtcNow(), ScheduledJobs.Grace, ct), ct);
        }
    }

    // Open pages show that a node joined, stopped or was lost.
    private void ShowStates(IReadOnlyList<NodeRecord> known)
    {
        (NodeIdentity, NodeState)[] states = [.. known.Select(each => (each.Identity, each.State))];
        if (!states.SequenceEqual(_states))
        {
            _states = states;
            lists.Change();
        }
    }

    private async Task DeclareLostAsync(NodeRecord lost, CancellationToken ct)
    {
        if (await recoveries.DeclareLostAsync(lost, clock.GetUtcNow(), ScheduledJobs.Grace, ct) is not { } recovery)
        {
            return;
        }

        logger.LogWarning(
            "Node {Node} on {Machine} is lost. {Count} jobs were interrupted", lost.Identity.Name, lost.Description.Machine,
            recovery.Interrupted.Count);
        await OfferAsync(recovery, ct);
    }

    private async Task OfferAsync(Recovery recovery, CancellationToken ct)
    {
        foreach (var job in recovery.Queued)
        {
            await offers.OfferAsync(job, ct);
        }

        lists.Change();
    }
}
