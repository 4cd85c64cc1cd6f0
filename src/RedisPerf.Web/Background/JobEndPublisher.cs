using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Publishes the end of a job that was executed here to its watchers.</summary>
public sealed class JobEndPublisher(JobLedger ledger, LedgerRetry retry, LiveFeed feed, LedgerClock clock, IHostApplicationLifetime lifetime, ILogger<JobEndPublisher> logger)
{
    /// <summary>Publishes an end that this node has recorded.</summary>
    public async Task PublishAsync(Job job, JobEvent.Ended end)
    {
        // Added rounds that are not completed end in the state from before.
        var stored = job.Resumes > 0 ? await FindStoredAsync(job) : null;
        feed.Publish(job.Id, stored is null ? LiveEvents.End(end.State, end.Error, clock.GetUtcNow()) : LiveEvents.End(stored.State, stored.Error, stored.EndedAt));
    }

    /// <summary>
    /// Publishes the end that is in the ledger, if the job has ended. Another node has declared this one lost, and may execute
    /// the job. Or the connection to the database was lost while the end of the job was stored.
    /// </summary>
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
