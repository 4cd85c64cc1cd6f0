using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Publishes the end of a job that was executed here to its watchers.</summary>
public sealed class JobEndPublisher(
    JobLedger ledger, LedgerRetry retry, LiveFeed feed, LedgerClock clock, IHostApplicationLifetime lifetime, ILogger<JobEndPublisher> logger)
{
    /// <summary>Publishes an end that this node has recorded.</summary>
    /// <param name="id">The job.</param>
    /// <param name="stored">The job as it ended in the ledger; null while the ledger is away.</param>
    /// <param name="end">The end of its execution.</param>
    public void Publish(Guid id, Job? stored, JobEvent.Ended end) =>
        feed.Publish(id,
            stored is null ? LiveEvents.End(end.State, end.Error, clock.GetUtcNow()) : LiveEvents.End(stored.State, stored.Error, stored.EndedAt));

    /// <summary>Publishes the end that is in the ledger, if the job has ended. Another node has declared this one lost, and may execute the
    /// job. Or the connection to the database was lost while the end of the job was stored.</summary>
    public async Task PublishStoredAsync(Job job)
    {
        var stored = await FindStoredAsync(job);
        if (stored is not { State: JobState.Completed or JobState.Failed or JobState.Cancelled })
        {
            logger.LogWarning("Job {Job} was interrupted by another node, which did not see this one. Its last run is invalid", job.Id);
        }

        if (stored is { HasEnded: true })
        {
            feed.Publish(job.Id, LiveEvents.End(stored.State, stored.Error, stored.EndedAt));
        }
    }

    private Task<Job?> FindStoredAsync(Job job) =>
        retry.ReadAsync(() => ledger.FindJobAsync(job.Id, CancellationToken.None), $"Job {job.Id}", lifetime.ApplicationStopping);
}
