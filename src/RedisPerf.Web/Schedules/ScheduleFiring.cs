using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Ledger;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Schedules;

/// <summary>Fires due schedules: the job of each is queued, or the run is kept as missed with the reason.</summary>
public sealed class ScheduleFiring(ScheduleLedger schedules, ScheduledJobs jobs, TimeProvider time, ILogger<ScheduleFiring> logger)
{
    /// <summary>
    /// So late a job is still run: a restart or an update takes minutes, and the night is as quiet then as it was. What is
    /// later than that may fall into somebody's day, and its figures would not be those of a night: it is missed.
    /// </summary>
    public static readonly TimeSpan Grace = TimeSpan.FromMinutes(15);

    private const string NotRunning = "RedisPerf did not run at that time, or its machine slept.";

    /// <summary>Two calls at once fire a schedule once: the ledger moves it on in the transaction that queues its job.</summary>
    public async Task FireDueAsync(CancellationToken ct)
    {
        foreach (var due in await schedules.DueAsync(time.GetUtcNow(), ct))
        {
            await TryFireAsync(due, ct);
        }
    }

    // One that fails is still due at the next call, and does not keep the others from being fired.
    private async Task TryFireAsync(KeptSchedule due, CancellationToken ct)
    {
        try
        {
            await FireOrMissAsync(due.Schedule, due.NextAt!.Value, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            logger.LogError(exception, "The schedule {Schedule} could not be fired; it is tried again", due.Schedule.Name);
        }
    }

    private async Task FireOrMissAsync(Schedule schedule, DateTimeOffset dueAt, CancellationToken ct)
    {
        if (ScheduleTimes.Of(schedule)?.Times is not { } times)
        {
            await MissAsync(schedule, dueAt, null, [dueAt], 1, $"This machine does not know the time zone {schedule.TimeZone} any more; give the schedule another one.", ct);
            return;
        }

        var now = time.GetUtcNow();
        var (last, before, count) = Overdue(times, dueAt, now);
        var next = times.After(now);
        var isLate = now - last > Grace;
        if (isLate)
        {
            before.Enqueue(last);
            count++;
        }

        // Two steps where there are several: after each of them the ledger tells what is still to do, whatever ends the process.
        if (count > 0)
        {
            await MissAsync(schedule, dueAt, isLate ? next : last, before, count, NotRunning, ct);
        }

        if (!isLate)
        {
            await FireAsync(schedule, last, next, ct);
        }
    }

    /// <summary>The last time that has come, those before it as far as they are kept, and how many those are in all.</summary>
    private static (DateTimeOffset Last, Queue<DateTimeOffset> Before, long Count) Overdue(CronTimes times, DateTimeOffset dueAt, DateTimeOffset now)
    {
        var last = dueAt;
        var before = new Queue<DateTimeOffset>();
        var count = 0L;
        foreach (var due in times.AllAfter(dueAt).TakeWhile(due => due <= now))
        {
            before.Enqueue(last);
            last = due;
            count++;
            if (before.Count > ScheduleLedger.MissedKept)
            {
                before.Dequeue();
            }
        }

        return (last, before, count);
    }

    private async Task FireAsync(Schedule schedule, DateTimeOffset dueAt, DateTimeOffset? nextAt, CancellationToken ct)
    {
        string? refusal;
        try
        {
            var turn = await jobs.FireAsync(schedule, dueAt, nextAt, ct);
            if (turn.Outcome == FireOutcome.NotDue)
            {
                return;
            }

            refusal = turn.Refusal;
        }
        catch (QueueFullException exception)
        {
            refusal = exception.Message;
        }

        if (refusal is not null)
        {
            await MissAsync(schedule, dueAt, nextAt, [dueAt], 1, refusal, ct);
        }
    }

    private async Task MissAsync(Schedule schedule, DateTimeOffset dueAt, DateTimeOffset? nextAt, IEnumerable<DateTimeOffset> nights, long count, string reason, CancellationToken ct)
    {
        if (await schedules.MissAsync(schedule.Id, dueAt, nextAt, [.. nights.Select(night => new MissedNight(night, reason))], count, ct) && logger.IsEnabled(LogLevel.Warning))
        {
            logger.LogWarning("The schedule {Schedule} missed {Count} of its times, from {DueAt} on. {Reason}", schedule.Name, count, dueAt.ToString("u", CultureInfo.InvariantCulture), reason);
        }
    }
}
