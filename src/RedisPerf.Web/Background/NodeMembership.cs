using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Background;

/// <summary>The entry of this node in a shared ledger: it joins, increases its beat, joins again after the others declared
/// it lost, and leaves.</summary>
internal sealed class NodeMembership(
    NodeLedger nodes, NodeIdentity node, NodeDescriber describer, RunningJobs running, LedgerClock clock, TimeProvider time,
    ILogger<NodeMembership> logger)
{
    /// <summary>The time between two looks at a node with the name of this one.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private bool _isReplaced;

    /// <summary>Adds this node to the ledger.</summary>
    /// <exception cref="LedgerException">Another running process has the name of this node.</exception>
    public async Task JoinAsync(CancellationToken ct)
    {
        await clock.CompareAsync(ct);
        await describer.DescribeAsync();
        if (await FindDuplicateAsync(ct) is { } duplicate)
        {
            throw new LedgerException(
                $"Another RedisPerf on {duplicate.Description.Machine} is node {node.Name} of this ledger. "
                + "Stop it, or give this one its own name with RedisPerf__Node.");
        }

        await nodes.JoinAsync(node, describer.Current, clock.GetUtcNow(), ct);
    }

    /// <summary>Increases the beat. A node that was declared lost stops its jobs, which are interrupted already, and joins again.</summary>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task SendHeartbeatAsync(CancellationToken ct)
    {
        await clock.CompareAsync(ct);
        if (!await nodes.SendHeartbeatAsync(node, describer.Current, clock.GetUtcNow(), ct))
        {
            await RejoinAsync(ct);
        }
    }

    /// <summary>Records that the process ends.</summary>
    public async Task LeaveAsync(CancellationToken ct)
    {
        try
        {
            await nodes.LeaveAsync(node, clock.GetUtcNow(), ct);
        }
        catch (LedgerException exception)
        {
            logger.LogWarning(exception, "The end of this node could not be stored. The other nodes see that it is lost");
        }
    }

    private async Task RejoinAsync(CancellationToken ct)
    {
        if ((await nodes.ListAsync(ct)).FirstOrDefault(other => other.Identity.Name == node.Name) is { State: NodeState.Active } other)
        {
            if (!_isReplaced)
            {
                logger.LogError(
                    "Another RedisPerf on {Machine} is node {Node} of this ledger now. "
                    + "This process measures no more jobs; restart it with another name in RedisPerf__Node",
                    other.Description.Machine,
                    node.Name);
            }

            _isReplaced = true;
            return;
        }

        logger.LogWarning("The other nodes have not seen this one for some time. It joins again");
        foreach (var id in running.Ids)
        {
            running.RevokeLease(id);
        }

        await nodes.JoinAsync(node, describer.Current, clock.GetUtcNow(), ct);
    }

    // A process of this name may have been killed a moment ago; a running one increases its beat.
    private async Task<NodeRecord?> FindDuplicateAsync(CancellationToken ct)
    {
        var started = time.GetTimestamp();
        NodeRecord? first = null;
        while (time.GetElapsedTime(started) < NodeWatch.BeatTimeout)
        {
            var other = (await nodes.ListAsync(ct)).FirstOrDefault(each => each.Identity.Name == node.Name);
            if (other is not { State: NodeState.Active } || ThisMachine.HasEnded(other.Description))
            {
                return null;
            }

            first ??= other;
            if (other.Identity != first.Identity || other.Beat != first.Beat)
            {
                return other;
            }

            await Task.Delay(Interval, time, ct);
        }

        return null;
    }
}
