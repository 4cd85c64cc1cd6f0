using Hangfire;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Adds jobs to the queue in the ledger, which has their order, and offers them to the nodes.</summary>
public sealed class JobQueue(
    JobLedger ledger, RequeueLedger requeue, JobOffers offers, LiveLists lists, LiveMetrics metrics, LedgerClock clock,
    IOptions<RedisPerfOptions> options,
    ILogger<JobQueue> logger)
{
    /// <summary>Puts a new job at the end of the queue.</summary>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    /// <param name="request">A validated one.</param>
    /// <param name="requestedBy">Where it came from.</param>
    /// <param name="note">Free text.</param>
    /// <param name="schedule">The name of the schedule that the job belongs to; null for none.</param>
    /// <param name="ct">Cancels before the job is in the ledger.</param>
    /// <returns>The queued job, with its number and its position.</returns>
    public async Task<JobDocument> EnqueueAsync(JobRequest request, RequestedBy requestedBy, string? note, string? schedule, CancellationToken ct)
    {
        var job = Job.Create(request, requestedBy, clock.GetUtcNow(), note, schedule);
        var queued = await ledger.EnqueueAsync(job, options.Value.QueueLimit, ct);
        await AnnounceAsync(job);
        return queued;
    }

    /// <summary>Offers a job that is queued in the ledger to the nodes.</summary>
    internal async Task AnnounceAsync(Job job)
    {
        try
        {
            await offers.OfferAsync(job, CancellationToken.None);
            await metrics.CountQueuedAsync(CancellationToken.None);
        }
        catch (Exception exception) when (exception is LedgerException or BackgroundJobClientException)
        {
            // It is queued, and the nodes look for jobs by themselves.
            logger.LogWarning(exception, "Job {Job} is queued, but could not be offered to the nodes or counted in the metrics", job.Id);
        }

        lists.Change();
    }

    /// <summary>Puts a running job that waits for a server back into the queue, behind another job if that is still queued.</summary>
    /// <returns>False when the job was cancelled.</returns>
    internal async Task<bool> YieldToAsync(Job job, Guid first)
    {
        if (await requeue.YieldToAsync(job.Id, first, CancellationToken.None) is not { } yielded)
        {
            return false;
        }

        await AnnounceAsync(yielded);
        return true;
    }
}
