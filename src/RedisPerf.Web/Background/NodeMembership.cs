using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Live;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Background;

/// <summary>
/// This process as a node of the ledger. Where several nodes share the ledger, it increases its beat, stops a job that it has lost,
/// and interrupts the jobs of nodes that are lost.
/// </summary>
public sealed class NodeMembership(NodeLedger nodes, JobLedger ledger, RecoveryLedger recoveries, NodeIdentity node, JobOffers offers, RunningJobs running, TargetBoard board, PayloadStore payloads, AddedTargets addedTargets, LiveJobs jobs, LiveLists lists, LedgerClock clock, TimeProvider time, ILogger<NodeMembership> logger) : BackgroundService
{
    /// <summary>The time between two beats.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>The same while a job runs here.</summary>
    private static readonly TimeSpan MeasuringInterval = TimeSpan.FromSeconds(3);

    /// <summary>The time in which Hangfire delivers an offer.</summary>
    private static readonly TimeSpan OfferInterval = TimeSpan.FromSeconds(5);

    /// <summary>A query of the targets can open connections and start programs.</summary>
    private static readonly TimeSpan TargetInterval = TimeSpan.FromMinutes(1);

    private readonly NodeWatch _watch = new(time);
    private NodeDescription _description = ThisMachine.Describe([]);
    private long? _describedAt;
    private (NodeIdentity, NodeState)[] _states = [];
    private long? _offeredAt;
    private bool _isReplaced;
    private readonly Lock _gate = new();
    private Task? _leaving;

    /// <summary>Adds this node to the ledger. Called before its jobs are recovered.</summary>
    /// <exception cref="LedgerException">Another running process has the name of this node.</exception>
    public async Task JoinAsync(CancellationToken ct)
    {
        if (nodes.AreSeveral)
        {
            await clock.CompareAsync(ct);
            await DescribeAsync();
        }

        if (nodes.AreSeveral && await FindDuplicateAsync(ct) is { } duplicate)
        {
            throw new LedgerException($"Another RedisPerf on {duplicate.Description.Machine} is node {node.Name} of this ledger. Stop it, or give this one its own name with RedisPerf__Node.");
        }

        await nodes.JoinAsync(node, _description, clock.GetUtcNow(), ct);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        // A host can be stopped twice at the same time, and is disposed when one of them has ended.
        Task leaving;
        lock (_gate)
        {
            leaving = _leaving ??= LeaveAsync(cancellationToken);
        }

        await leaving;
    }

    private async Task LeaveAsync(CancellationToken ct)
    {
        if (!nodes.AreSeveral)
        {
            return;
        }

        try
        {
            await nodes.LeaveAsync(node, clock.GetUtcNow(), ct);
        }
        catch (LedgerException exception)
        {
            logger.LogWarning(exception, "The end of this node could not be stored. The other nodes see that it is lost");
        }
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (nodes.AreSeveral && !stoppingToken.IsCancellationRequested)
        {
            try
            {
                await BeatAsync(stoppingToken);
            }
            catch (LedgerException exception)
            {
                // The other nodes may have had the same gap.
                _watch.Clear();
                logger.LogWarning(exception, "The ledger of the nodes does not answer");
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception exception)
            {
                // An exception in a background service stops the program.
                logger.LogError(exception, "A beat of this node failed; it is tried again");
            }

            await Task.Delay(jobs.AreMeasuring ? MeasuringInterval : Interval, time, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task BeatAsync(CancellationToken ct)
    {
        if (!jobs.AreMeasuring)
        {
            await addedTargets.LoadAsync(ct);
            await DescribeAsync();
        }

        await clock.CompareAsync(ct);
        if (!await nodes.BeatAsync(node, _description, clock.GetUtcNow(), ct))
        {
            await RejoinAsync(ct);
        }

        await CheckJobsAsync(ct);

        // In this order: a node that joins after the jobs were read, and a job that starts after that, are not taken for abandoned.
        var before = await ledger.RunningAsync(ct);
        var executed = running.Ids.ToHashSet();
        var known = await nodes.ListAsync(ct);
        ShowStates(known);
        await AbandonAsync(before, executed, known, ct);
        foreach (var lost in _watch.FindLost(known, node))
        {
            await LoseAsync(lost, ct);
        }

        // The offer of another node can be lost, and jobs can be queued for this node before it starts.
        if (!offers.IsAnswering && IsOfferDue() && await offers.FirstAsync(null, ct) is { } next)
        {
            _offeredAt = time.GetTimestamp();
            offers.OfferHere(next);
        }
    }

    // Jobs of a node that stopped or was removed, or of this node after a lost reply of the database. Another process can
    // have taken the name of this node: its jobs are not abandoned.
    private async Task AbandonAsync(IReadOnlyList<RunningJobRecord> before, HashSet<Guid> executed, IReadOnlyList<NodeRecord> known, CancellationToken ct)
    {
        var active = known.Where(each => each.State == NodeState.Active).ToDictionary(each => each.Identity.Name, each => each.Identity);
        RunningJobRecord[] abandoned = [.. before.Where(job => job.Node is null || !active.TryGetValue(job.Node, out var other) || (other == node && !executed.Contains(job.Id)))];
        if (abandoned.Length > 0)
        {
            await OfferAsync(await recoveries.AbandonAsync(abandoned, clock.GetUtcNow(), ScheduledJobs.Grace, ct), ct);
        }
    }

    private bool IsOfferDue() => _offeredAt is not { } at || time.GetElapsedTime(at) >= OfferInterval;

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

    // Its jobs are interrupted already.
    private async Task RejoinAsync(CancellationToken ct)
    {
        if ((await nodes.ListAsync(ct)).FirstOrDefault(other => other.Identity.Name == node.Name) is { State: NodeState.Active } other)
        {
            if (!_isReplaced)
            {
                logger.LogError("Another RedisPerf on {Machine} is node {Node} of this ledger now. This process measures no more jobs; restart it with another name in RedisPerf__Node", other.Description.Machine, node.Name);
            }

            _isReplaced = true;
            return;
        }

        logger.LogWarning("The other nodes have not seen this one for some time. It joins again");
        foreach (var id in running.Ids)
        {
            running.Lose(id);
        }

        await nodes.JoinAsync(node, _description, clock.GetUtcNow(), ct);
    }

    private async Task CheckJobsAsync(CancellationToken ct)
    {
        foreach (var id in running.Ids)
        {
            var job = await ledger.FindJobAsync(id, ct);
            if (job is { State: JobState.Running, Error.Code: ReasonCode.CancelRequested })
            {
                running.Cancel(id);
            }
            else if (jobs.Find(id) is { } live && (job is not { State: JobState.Running } || job.Lease != live.Lease))
            {
                running.Lose(id);
            }
        }
    }

    private async Task LoseAsync(NodeRecord lost, CancellationToken ct)
    {
        if (await recoveries.LoseAsync(lost, clock.GetUtcNow(), ScheduledJobs.Grace, ct) is not { } recovery)
        {
            return;
        }

        logger.LogWarning("Node {Node} on {Machine} is lost. {Count} jobs were interrupted", lost.Identity.Name, lost.Description.Machine, recovery.Interrupted.Count);
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

    private async Task DescribeAsync()
    {
        var hashes = payloads.Hashes();
        if (!_description.Payloads.SequenceEqual(hashes))
        {
            _description = _description with { Payloads = hashes, StoredPayloads = payloads.List() };
        }

        if (_describedAt is { } at && time.GetElapsedTime(at) < TargetInterval)
        {
            return;
        }

        _describedAt = time.GetTimestamp();
        _description = ThisMachine.Describe(await board.UsableAsync()) with { Payloads = _description.Payloads, StoredPayloads = _description.StoredPayloads };
    }
}
