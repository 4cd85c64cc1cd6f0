using Hangfire;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>
/// Adds jobs to the ledger, which has their order, and offers them to the nodes. Each node executes one job at a time.
/// </summary>
public sealed class JobQueue(JobLedger ledger, RequeueLedger requeue, JobOffers offers, NodeIdentity node, JobStorage storage, RunningJobs running, Catalogue catalogue, LiveJobs jobs, LiveFeed feed, LiveLists lists, LiveMetrics metrics, LedgerClock clock, IOptions<RedisPerfOptions> options, ILogger<JobQueue> logger)
{
    private static readonly Reason NotInterrupted = Reason.Of(ReasonCode.NotInterrupted);

    /// <summary>Whether a Hangfire server executes the jobs of this node: from shortly after the start to the stop.</summary>
    public bool IsServed => storage.GetMonitoringApi().Servers().Any(server => server.Queues.Contains(QueueNames.MeasuringOn(node.Name)));

    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    /// <param name="request">A validated one.</param>
    /// <param name="requestedBy">Where it came from.</param>
    /// <param name="note">Free text.</param>
    /// <param name="schedule">The name of the schedule that the job belongs to; null for none.</param>
    /// <param name="ct">Cancels before the job is in the ledger.</param>
    public async Task<Job> EnqueueAsync(JobRequest request, RequestedBy requestedBy, string? note, string? schedule, CancellationToken ct)
    {
        var job = Job.Create(request, requestedBy, clock.GetUtcNow(), note, schedule);
        await ledger.EnqueueAsync(job, options.Value.QueueLimit, ct);
        await AnnounceAsync(job);
        return job;
    }

    /// <summary>Cancels a job. When it is accepted, the job ends as cancelled even if the process is killed.</summary>
    public async Task<CancelOutcome> CancelAsync(Guid id, CancellationToken ct)
    {
        var wasStopped = false;
        while (true)
        {
            if (await ledger.CancelQueuedAsync(id, clock.GetUtcNow(), ct))
            {
                var ended = await ledger.FindJobAsync(id, ct);
                feed.Publish(id, LiveEvents.End(ended?.State ?? JobState.Cancelled, ended?.Error, ended?.EndedAt));
                lists.Change();
                await PublishPositionsAsync(ct);
                return CancelOutcome.Accepted;
            }

            if (await ledger.FindJobAsync(id, ct) is not { } job)
            {
                return CancelOutcome.NotFound;
            }

            if (job.HasEnded)
            {
                // The job that was stopped here may end before the request is in the ledger.
                return wasStopped && (job.State == JobState.Cancelled || job.Resumes > 0) ? CancelOutcome.Accepted : CancelOutcome.AlreadyEnded;
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

    /// <summary>The known reason why a job cannot be resumed; null without one.</summary>
    public async Task<Reason?> FindResumeObstacleAsync(JobDocument job, CancellationToken ct) =>
        job.State == JobState.Interrupted ? await FindObstacleAsync(job, ct) : NotInterrupted;

    /// <summary>Puts an interrupted job back into the queue. It continues with the first run that is missing.</summary>
    /// <returns>Refused, with the reason, when it is not interrupted, or when this machine or program differs from that of its runs.</returns>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(ChangeOutcome Outcome, Reason? Refusal)> ResumeAsync(Guid id, CancellationToken ct) => ContinueAsync(
        id,
        job => job.State == JobState.Interrupted,
        () => requeue.ResumeAsync(id, options.Value.QueueLimit, ct),
        NotInterrupted,
        ct);

    /// <summary>Puts a job that has ended back into the queue. It adds rounds to its runs until each comparison is decided.</summary>
    /// <param name="id">The job.</param>
    /// <param name="budgetSeconds">The time budget of the added rounds.</param>
    /// <param name="ct">Cancels before the job is changed.</param>
    /// <returns>Refused, with the reason, when <see cref="AddedRounds"/> are not possible, or when this machine or program differs from that of its runs.</returns>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(ChangeOutcome Outcome, Reason? Refusal)> AddRoundsAsync(Guid id, double budgetSeconds, CancellationToken ct) => ContinueAsync(
        id,
        AddedRounds.ArePossible,
        () => requeue.AddRoundsAsync(id, budgetSeconds, options.Value.QueueLimit, ct),
        Reason.Of(ReasonCode.NoMoreRounds, ("rounds", SequentialRule.MostRounds)),
        ct);

    private async Task<(ChangeOutcome Outcome, Reason? Refusal)> ContinueAsync(
        Guid id, Func<JobDocument, bool> isPossible, Func<Task<ChangeOutcome>> requeueAsync, Reason refusal, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { } job)
        {
            return (ChangeOutcome.NotFound, null);
        }

        if (!isPossible(job))
        {
            return (ChangeOutcome.Refused, refusal);
        }

        if (await FindObstacleAsync(job, ct) is { } obstacle)
        {
            return (ChangeOutcome.Refused, obstacle);
        }

        // Until the execution ends, the document in memory is shown, and the end of the earlier runs is still published.
        await running.UntilEndedAsync(id, ct);
        var outcome = await requeueAsync();
        if (outcome == ChangeOutcome.Changed)
        {
            await AnnounceAsync(job.ToJob());
        }

        return (outcome, outcome == ChangeOutcome.Refused ? refusal : null);
    }

    // Another node that has measured its runs compares its own environment when the job continues.
    private async Task<Reason?> FindObstacleAsync(JobDocument job, CancellationToken ct)
    {
        if (job.Environment is not { } before)
        {
            return null;
        }

        foreach (var node in before.LoadNodes)
        {
            if (await offers.IsActiveElsewhereAsync(node.Name, ct) is false)
            {
                return Reason.Of(ReasonCode.NodeNotActive, ("node", node.Name));
            }
        }

        return job.Node is { } other && await offers.IsActiveElsewhereAsync(other, ct) is { } isActive
            ? isActive ? null : Reason.Of(ReasonCode.NodeNotActive, ("node", other))
            : Resumption.FindDifference(job, Resumption.Expected(job, before));
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

    /// <summary>Puts a running job that waits for a server back into the queue, behind another queued job.</summary>
    /// <returns>False when the job was cancelled.</returns>
    internal async Task<bool> PassAsync(Job job, Job first)
    {
        if (await requeue.PassAsync(job.Id, first.Id, CancellationToken.None) is not { } passed)
        {
            return false;
        }

        await AnnounceAsync(passed);
        return true;
    }

    /// <summary>Publishes the new positions of waiting jobs, and counts them.</summary>
    internal async Task PublishPositionsAsync(CancellationToken ct)
    {
        foreach (var id in feed.Watched)
        {
            if (jobs.Find(id) is null && await ledger.FindAsync(id, ct) is { State: JobState.Queued } job)
            {
                feed.Publish(id, LiveEvents.State(job));
                feed.Publish(id, LiveEvents.Page(PageTexts.Of(job, catalogue.Find(job.Benchmark)?.Info, lists.Running)));
            }
        }

        await metrics.CountQueuedAsync(ct);
    }
}
