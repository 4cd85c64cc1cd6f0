using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Background;

/// <summary>Puts the jobs of schedules into the queue, checked as anybody's are.</summary>
public sealed class ScheduledJobs(ScheduleLedger schedules, JobIntake intake, JobQueue queue, TimeProvider time, IOptions<RedisPerfOptions> options)
{
    /// <summary>A schedule's turn has come.</summary>
    /// <param name="schedule">The schedule as it was read.</param>
    /// <param name="dueAt">The time that it is due at.</param>
    /// <param name="nextAt">When it is due after that.</param>
    /// <param name="ct">Gives up before the job is in the ledger.</param>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows; the schedule is still due.</exception>
    public Task<Turn> FireAsync(Schedule schedule, DateTimeOffset dueAt, DateTimeOffset? nextAt, CancellationToken ct) => QueueAsync(
        schedule, RequestedBy.Schedule, job => schedules.FireAsync(schedule.Id, dueAt, nextAt, job, options.Value.QueueLimit, ct), ct);

    /// <summary>Somebody wants its job now. It belongs to the schedule all the same.</summary>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<Turn> RunAsync(Schedule schedule, RequestedBy by, CancellationToken ct) => QueueAsync(
        schedule, by, job => schedules.RunAsync(schedule.Id, job, options.Value.QueueLimit, ct), ct);

    private async Task<Turn> QueueAsync(Schedule schedule, RequestedBy by, Func<Job, Task<FireOutcome>> keep, CancellationToken ct)
    {
        var (request, errors) = await intake.CheckAsync(JobDraft.Of(schedule.Request, schedule.Note), ct);
        if (request is null)
        {
            return new(null, null, errors);
        }

        // The ledger has the job and the schedule's next time before Hangfire has the job: a process that ends in between finds
        // the job at its next start.
        var outcome = FireOutcome.NotDue;
        var queued = await queue.AddAsync(
            async () =>
            {
                var job = Job.Create(request, by, time.GetUtcNow(), schedule.Note, schedule.Name);
                outcome = await keep(job);
                return outcome == FireOutcome.Queued ? job : null;
            },
            ct);
        return new(queued, outcome, []);
    }
}
