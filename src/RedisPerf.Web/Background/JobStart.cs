using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Marks a queued job as running on this node, and refreshes the metrics, which are not read from the ledger while a job runs.</summary>
public sealed class JobStart(
    JobLedger ledger, LeftKeyLedger leftKeys, LeftKeyRemoval removal, TargetCatalogue targets, NodeIdentity node, LedgerRetry retry,
    LiveMetrics metrics, LedgerClock clock)
{
    /// <summary>The queued job, after the keys of the last process were removed, or after an attempt to.</summary>
    /// <param name="id">The job.</param>
    /// <param name="ct">Ends the waits.</param>
    /// <returns>Null when it is not queued, or when the wait was cancelled: the job stays queued, for the next start of the program.</returns>
    public async Task<Job?> FindQueuedAsync(Guid id, CancellationToken ct)
    {
        await removal.Tried.WaitAsync(ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var job = ct.IsCancellationRequested ? null : await retry.ReadAsync(() => ledger.FindJobAsync(id, CancellationToken.None), $"Job {id}", ct);
        return job is { State: JobState.Queued } ? job : null;
    }

    /// <summary>Marks the job as running.</summary>
    /// <param name="queued">The job as it was in the queue.</param>
    /// <param name="ct">Ends the wait for the ledger.</param>
    /// <returns>The running job, and the runs that it has when it continues; null when this node may not start it, or when
    /// the wait was cancelled.</returns>
    public async Task<(Job Job, JobEvent.RunEnded[] Finished)?> StartAsync(Job queued, CancellationToken ct)
    {
        Job? job = null;
        JobEvent.RunEnded[] finished = [];
        var isStored = await retry.UntilDoneAsync(
            async () =>
            {
                finished = queued.Resumes == 0 ? [] : [.. await ledger.RunsAsync(queued.Id, CancellationToken.None)];
                job = await ledger.StartAsync(queued.Id, node, clock.GetUtcNow, leftKeys.Of(queued, targets.Find), CancellationToken.None);
            },
            $"The start of job {queued.Id}",
            ct);
        if (!isStored || job is null)
        {
            return null;
        }

        await metrics.RefreshAsync(CancellationToken.None);
        return (job, finished);
    }
}
