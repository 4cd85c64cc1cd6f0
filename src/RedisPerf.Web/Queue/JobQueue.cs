using System.Collections.Concurrent;
using Microsoft.Extensions.Options;
using Quartz;
using RedisPerf.Core.Jobs;
using RedisPerf.Ledger;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Queue;

/// <summary>
/// Takes jobs and hands them to the scheduler, which runs them one at a time on this machine, first in, first out. The
/// ledger is the truth; the scheduler carries the id alone.
/// </summary>
public sealed class JobQueue(JobLedger ledger, ISchedulerFactory schedulers, LiveFeed feed, TimeProvider time, IOptions<RedisPerfOptions> options)
{
    private readonly ConcurrentDictionary<Guid, byte> _cancelled = new();

    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    /// <param name="request">A validated one.</param>
    /// <param name="requestedBy">Where it came from.</param>
    /// <param name="note">Free text.</param>
    /// <param name="schedule">The name of the schedule that the job belongs to; null for none.</param>
    /// <param name="ct">Gives up before the job is in the ledger.</param>
    public async Task<Job> EnqueueAsync(JobRequest request, RequestedBy requestedBy, string? note, string? schedule, CancellationToken ct)
    {
        var job = Job.Create(request, requestedBy, time.GetUtcNow(), note, schedule);
        await ledger.EnqueueAsync(job, options.Value.QueueLimit, ct);

        // It is in the ledger now: whoever asked may hang up, it is run all the same.
        await ScheduleAsync(job.Id, job.CreatedAt, CancellationToken.None);
        return job;
    }

    public async Task<CancelOutcome> CancelAsync(Guid id, CancellationToken ct)
    {
        if (await ledger.CancelQueuedAsync(id, time.GetUtcNow(), ct))
        {
            var scheduler = await schedulers.GetScheduler(ct);
            await scheduler.UnscheduleJob(new TriggerKey(id.ToString()), CancellationToken.None);
            feed.Publish(id, LiveEvents.End((await ledger.FindAsync(id, ct))!));
            await TellWaitingAsync(ct);
            return CancelOutcome.Accepted;
        }

        if (await ledger.FindAsync(id, ct) is not { } job)
        {
            return CancelOutcome.NotFound;
        }

        if (job.State != JobState.Running)
        {
            return CancelOutcome.AlreadyEnded;
        }

        _cancelled.TryAdd(id, 0);
        if (await (await schedulers.GetScheduler(ct)).Interrupt(new JobKey(id.ToString()), ct))
        {
            return CancelOutcome.Accepted;
        }

        TakeCancelled(id);
        return CancelOutcome.AlreadyEnded;
    }

    /// <summary>Hands a job that is in the ledger to the scheduler.</summary>
    internal async Task ScheduleAsync(Guid id, DateTimeOffset createdAt, CancellationToken ct)
    {
        var job = JobBuilder.Create<QueuedJob>().WithIdentity(id.ToString()).Build();

        // A trigger that has waited its turn for minutes has not misfired: it keeps its time, and so its place in the queue.
        var trigger = TriggerBuilder.Create()
            .WithIdentity(id.ToString())
            .StartAt(createdAt)
            .WithSimpleSchedule(schedule => schedule.WithMisfireInstruction(SimpleTriggerMisfireInstruction.IgnoreMisfires))
            .Build();
        await (await schedulers.GetScheduler(ct)).ScheduleJob(job, [trigger], new(), ct);
    }

    /// <summary>Whether somebody asked to cancel this running job; asking forgets it.</summary>
    internal bool TakeCancelled(Guid id) => _cancelled.TryRemove(id, out _);

    /// <summary>Tells the watchers of waiting jobs their new places.</summary>
    internal async Task TellWaitingAsync(CancellationToken ct)
    {
        foreach (var id in feed.Watched)
        {
            if (await ledger.FindAsync(id, ct) is { State: JobState.Queued } job)
            {
                feed.Publish(id, LiveEvents.State(job));
            }
        }
    }
}
