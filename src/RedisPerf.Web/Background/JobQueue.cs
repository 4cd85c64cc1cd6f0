using System.Collections.Concurrent;
using Hangfire;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>
/// Adds jobs to the ledger and to Hangfire, which executes them one at a time on this machine, first in, first out. The ledger
/// decides: a Hangfire job carries the job's id, and does nothing for a job that is not queued in the ledger.
/// </summary>
public sealed class JobQueue(JobLedger ledger, RequeueLedger requeue, IBackgroundJobClientV2 hangfire, JobStorage storage, RunningJobs running, Catalogue catalogue, LiveJobs jobs, LiveFeed feed, LiveLists lists, TimeProvider time, IOptions<RedisPerfOptions> options) : IDisposable
{
    // Hangfire's ids of the jobs that have not ended, by the job's id.
    private readonly ConcurrentDictionary<Guid, string> _hangfireIds = new();
    private readonly SemaphoreSlim _order = new(1, 1);

    /// <summary>Whether a Hangfire server executes the jobs of this machine: from shortly after the start to the stop.</summary>
    public bool IsServed => storage.GetMonitoringApi().Servers().Any(server => server.Queues.Contains(QueueNames.Measuring));

    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    /// <param name="request">A validated one.</param>
    /// <param name="requestedBy">Where it came from.</param>
    /// <param name="note">Free text.</param>
    /// <param name="schedule">The name of the schedule that the job belongs to; null for none.</param>
    /// <param name="ct">Cancels before the job is in the ledger.</param>
    public async Task<Job> EnqueueAsync(JobRequest request, RequestedBy requestedBy, string? note, string? schedule, CancellationToken ct)
    {
        var queued = await AddAsync(
            async () =>
            {
                var job = Job.Create(request, requestedBy, time.GetUtcNow(), note, schedule);
                await ledger.EnqueueAsync(job, options.Value.QueueLimit, ct);
                return job;
            },
            ct);
        return queued!;
    }

    /// <summary>Cancels a job. When it is accepted, the job ends as cancelled also if the process is killed.</summary>
    public async Task<CancelOutcome> CancelAsync(Guid id, CancellationToken ct)
    {
        if (await ledger.CancelQueuedAsync(id, time.GetUtcNow(), ct))
        {
            if (_hangfireIds.TryRemove(id, out var hangfireId))
            {
                hangfire.Delete(hangfireId);
            }

            feed.Publish(id, LiveEvents.End(JobState.Cancelled, null, time.GetUtcNow()));
            lists.Change();
            await PublishPositionsAsync(ct);
            return CancelOutcome.Accepted;
        }

        if (await ledger.FindJobAsync(id, ct) is not { } job)
        {
            return CancelOutcome.NotFound;
        }

        // It stops also when the ledger cannot be written; then the answer is the exception.
        return job.State == JobState.Running && running.Cancel(id) && await ledger.RequestCancelAsync(id, ct) ? CancelOutcome.Accepted : CancelOutcome.AlreadyEnded;
    }

    /// <summary>Puts an interrupted job back into the queue. It continues with the first run that is missing.</summary>
    /// <returns>Refused, with the reason, when it is not interrupted, or when this machine or program differs from that of its runs.</returns>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(ChangeOutcome Outcome, Reason? Refusal)> ResumeAsync(Guid id, CancellationToken ct) => ContinueAsync(
        id,
        job => job.State == JobState.Interrupted,
        _ => requeue.ResumeAsync(id, options.Value.QueueLimit, ct),
        Reason.Of(ReasonCode.NotInterrupted),
        ct);

    /// <summary>Puts a completed job back into the queue. It adds rounds to its runs until each comparison is decided.</summary>
    /// <param name="id">The job.</param>
    /// <param name="budgetSeconds">The time budget of the added rounds.</param>
    /// <param name="ct">Cancels before the job is changed.</param>
    /// <returns>Refused, with the reason, when <see cref="AddedRounds"/> are not possible, or when this machine or program differs from that of its runs.</returns>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(ChangeOutcome Outcome, Reason? Refusal)> AddRoundsAsync(Guid id, double budgetSeconds, CancellationToken ct) => ContinueAsync(
        id,
        AddedRounds.ArePossible,
        request => requeue.AddRoundsAsync(id, AddedRounds.Extend(request, budgetSeconds), options.Value.QueueLimit, ct),
        Reason.Of(ReasonCode.NoMoreRounds, ("rounds", SequentialRule.MostRounds)),
        ct);

    private async Task<(ChangeOutcome Outcome, Reason? Refusal)> ContinueAsync(
        Guid id, Func<JobDocument, bool> isPossible, Func<JobRequest, Task<ChangeOutcome>> requeueAsync, Reason refusal, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { } job)
        {
            return (ChangeOutcome.NotFound, null);
        }

        if (!isPossible(job))
        {
            return (ChangeOutcome.Refused, refusal);
        }

        if (job.Environment is { } before && Resumption.FindDifference(job, Resumption.Expected(job, before)) is { } difference)
        {
            return (ChangeOutcome.Refused, difference);
        }

        // Until the execution ends, the document in memory is shown, and the end of the earlier runs is still published.
        await running.UntilEndedAsync(id, ct);
        var outcome = ChangeOutcome.Refused;
        await AddAsync(
            async () =>
            {
                outcome = await requeueAsync(job.Request);
                return outcome == ChangeOutcome.Changed ? await ledger.FindJobAsync(id, CancellationToken.None) : null;
            },
            ct);
        return (outcome, outcome == ChangeOutcome.Refused ? refusal : null);
    }

    public void Dispose() => _order.Dispose();

    /// <summary>Puts a job into the ledger and hands it to Hangfire, one job after the other: both have the same order.</summary>
    /// <param name="keep">Adds the job to the ledger and returns it; returns null when no job was added.</param>
    /// <param name="ct">Cancels before <paramref name="keep"/> is called.</param>
    internal async Task<Job?> AddAsync(Func<Task<Job?>> keep, CancellationToken ct)
    {
        await _order.WaitAsync(ct);
        try
        {
            var job = await keep();
            if (job is not null)
            {
                Enqueue(job);
                lists.Change();
            }

            return job;
        }
        finally
        {
            _order.Release();
        }
    }

    /// <summary>Hands a job that is in the ledger to Hangfire.</summary>
    internal void Enqueue(Job job) => _hangfireIds[job.Id] = hangfire.Enqueue<MeasuringJob>(
        QueueNames.Measuring,
        measuring => measuring.RunAsync(job.Id, job.Request.Benchmark, string.Join(", ", job.Request.Targets), CancellationToken.None));

    /// <summary>Puts a running job that waits for a server back into the queue, behind the next job on other targets.</summary>
    /// <returns>False when the job was cancelled.</returns>
    internal async Task<bool> PassAsync(Guid id)
    {
        await _order.WaitAsync(CancellationToken.None);
        try
        {
            if (await requeue.PassAsync(id, CancellationToken.None) is not { } queued)
            {
                return false;
            }

            // Hangfire executes its jobs in the order in which they were enqueued.
            foreach (var job in queued)
            {
                if (_hangfireIds.TryRemove(job.Id, out var old) && job.Id != id)
                {
                    hangfire.Delete(old);
                }

                Enqueue(job);
            }

            lists.Change();
            return true;
        }
        finally
        {
            _order.Release();
        }
    }

    /// <summary>The job has ended. Not called at its start: Hangfire may start a job before it returns the id.</summary>
    internal void Forget(Guid id) => _hangfireIds.TryRemove(id, out _);

    /// <summary>Publishes the new positions of waiting jobs.</summary>
    internal async Task PublishPositionsAsync(CancellationToken ct)
    {
        foreach (var id in feed.Watched)
        {
            if (jobs.Find(id) is null && await ledger.FindAsync(id, ct) is { State: JobState.Queued } job)
            {
                feed.Publish(id, LiveEvents.State(job));
                feed.Publish(id, LiveEvents.Page(PageTexts.Of(job, catalogue.Find(job.Benchmark)?.Info, jobs.Current?.Document)));
            }
        }
    }
}
