using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Cancels queued jobs, and running ones on any node.</summary>
public sealed class JobCancellation(
    JobLedger ledger, RunningJobs running, QueuePositions positions, LiveFeed feed, LiveLists lists, LedgerClock clock)
{
    /// <summary>Cancels a job. When it is accepted, the job ends as cancelled even if the process is killed.</summary>
    public async Task<CancelOutcome> CancelAsync(Guid id, CancellationToken ct)
    {
        var (wasStopped, hasContinued) = (false, false);
        while (true)
        {
            if (await ledger.CancelQueuedAsync(id, clock.GetUtcNow(), ct))
            {
                var ended = await ledger.FindJobAsync(id, ct);
                feed.Publish(id, LiveEvents.End(ended?.State ?? JobState.Cancelled, ended?.Error, ended?.EndedAt));
                lists.Change();
                await positions.PublishAsync(ct);
                return CancelOutcome.Accepted;
            }

            if (await ledger.FindJobAsync(id, ct) is not { } job)
            {
                return CancelOutcome.NotFound;
            }

            hasContinued |= job.Resumes > 0;
            if (job.HasEnded)
            {
                // The job that was stopped here may end before the request is in the ledger.
                return wasStopped && (job.State == JobState.Cancelled || hasContinued) ? CancelOutcome.Accepted : CancelOutcome.AlreadyEnded;
            }

            // It stops even when the ledger cannot be written; then the answer is the exception. The node that executes it reads
            // the request. A job that returned to the queue or ended in between is looked at again.
            wasStopped |= running.Cancel(id);
            if (await ledger.RequestCancelAsync(id, ct))
            {
                return CancelOutcome.Accepted;
            }
        }
    }
}
