using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>Validates and queues the jobs of schedules.</summary>
public sealed class ScheduledJobs(ScheduleLedger schedules, JobIntake intake, JobQueue queue, LedgerClock clock, IOptions<RedisPerfOptions> options)
{
    /// <summary>A job that is late or was interrupted by at most this time still runs: a restart or an update takes minutes, and the
    /// conditions are the same. A later run may fall into working hours, where its times are not comparable.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromMinutes(15);

    /// <summary>Queues the job of a due schedule.</summary>
    /// <param name="schedule">The schedule as it was read.</param>
    /// <param name="dueAt">When it is due.</param>
    /// <param name="nextAt">When it is due next.</param>
    /// <param name="ct">Cancels before the job is in the ledger.</param>
    /// <exception cref="QueueFullException">The queue is full; the schedule is still due.</exception>
    public Task<FireResult> FireAsync(Schedule schedule, DateTimeOffset dueAt, DateTimeOffset? nextAt, CancellationToken ct) => QueueAsync(
        schedule, RequestedBy.Schedule, job => schedules.FireAsync(schedule.Id, dueAt, nextAt, job, options.Value.QueueLimit, ct), ct);

    /// <summary>Queues the job of a schedule now, as a job of the schedule.</summary>
    /// <exception cref="QueueFullException">The queue is full.</exception>
    public Task<FireResult> RunAsync(Schedule schedule, RequestedBy by, CancellationToken ct) => QueueAsync(
        schedule, by, job => schedules.RunAsync(schedule.Id, job, options.Value.QueueLimit, ct), ct);

    private async Task<FireResult> QueueAsync(Schedule schedule, RequestedBy by, Func<Job, Task<FireOutcome>> keep, CancellationToken ct)
    {
        var (request, errors) = await intake.CheckAsync(JobDraft.Of(schedule.Request, schedule.Note), ct);
        if (request is null)
        {
            return new(null, null, errors);
        }

        // The ledger has the job and the schedule's next time before the job is offered. After a crash in between, the next
        // start finds the job.
        var job = Job.Create(request, by, clock.GetUtcNow(), schedule.Note, schedule.Name);
        var outcome = await keep(job);
        if (outcome != FireOutcome.Queued)
        {
            return new(null, outcome, []);
        }

        await queue.AnnounceAsync(job);
        return new(job, outcome, []);
    }
}
