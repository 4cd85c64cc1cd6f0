using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>Reserves nodes for a job of several nodes that other jobs would keep waiting without end. Each node finds the same reservation
/// from the ledger. There is one at a time, so that two jobs do not wait for each other.</summary>
/// <param name="time">The clock of the wait. Each node has its own, which starts when it first reads that the job waits.</param>
internal sealed class NodeReservation(TimeProvider time)
{
    /// <summary>The wait for busy nodes before nodes are reserved.</summary>
    public static readonly TimeSpan Delay = TimeSpan.FromSeconds(60);

    private readonly Lock _gate = new();
    private (Guid Job, long Since)? _waiting;

    /// <summary>The job whose start a node waits for; null when it may take any job.</summary>
    /// <param name="queued">The queued jobs, in their order.</param>
    /// <param name="mayExecute">Whether a node may execute a job, apart from the number of free nodes.</param>
    public Guid? FindJob(IReadOnlyList<Job> queued, IReadOnlyList<NodeRecord> active, NodeIdentity here, Func<Job, NodeRecord, bool> mayExecute)
    {
        var busy = AssistantLedger.BusyMachines(active);
        foreach (var job in queued.Where(job => job.Request.LoadFrom > 1))
        {
            NodeRecord[] executing = [.. active.Where(node => mayExecute(job, node)).OrderBy(node => busy.Contains(node.Identity.MachineId)).ThenBy(
                node => node.Identity.Name, StringComparer.Ordinal)];
            var nodes = executing
                .Select(node => AssistantLedger.Choose(active, node.Identity, job, includeBusy: true) is { } others ? others.Prepend(node) : null)
                .FirstOrDefault(nodes => nodes is not null);
            if (nodes is null)
            {
                // It waits for nodes that are not there.
                continue;
            }

            var isBlocked = !executing.Any(
                node => !busy.Contains(node.Identity.MachineId) && AssistantLedger.Choose(active, node.Identity, job) is not null);
            return HasWaited(job.Id, isBlocked) && nodes.Any(node => node.Identity == here) ? job.Id : null;
        }

        return null;
    }

    // Once reserved, the nodes stay so until the job starts: its server may be in use when they are free.
    private bool HasWaited(Guid job, bool isBlocked)
    {
        lock (_gate)
        {
            if (_waiting?.Job != job)
            {
                _waiting = isBlocked ? (job, time.GetTimestamp()) : null;
            }

            return _waiting is { } waiting && time.GetElapsedTime(waiting.Since) >= Delay;
        }
    }
}
