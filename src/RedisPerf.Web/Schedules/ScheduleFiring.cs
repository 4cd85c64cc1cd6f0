using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Schedules;

/// <summary>Fires due schedules: queues the job of each, or records a missed run with the reason.</summary>
public sealed class ScheduleFiring(ScheduleLedger schedules, ScheduledJobs jobs, LedgerClock clock, TimeProvider time, ILogger<ScheduleFiring> logger)
{
    /// <summary>Concurrent calls fire a schedule once: the ledger sets its next time in the transaction that queues its job.</summary>
    public async Task FireDueAsync(CancellationToken ct)
    {
        await AdvanceAsync(ct);
        foreach (var due in await schedules.DueAsync(time.GetUtcNow(), ct))
        {
            await TryFireAsync(due, ct);
        }
    }

    // While the clock was ahead, the next times were set from it. After it was set back they are beyond the next two
    // occurrences. One occurrence is not enough: a clock that is set back by a second must not fire a schedule twice.
    private async Task AdvanceAsync(CancellationToken ct)
    {
        var now = time.GetUtcNow();
        foreach (var record in await schedules.ListAsync(ct))
        {
            if (record.NextAt is { } planned && ScheduleTimes.Of(record.Schedule)?.Times is { } times && times.After(now) is { } next
                && planned > times.After(next) && planned - next > clock.MaximumDifference)
            {
                await schedules.AdvanceAsync(record.Schedule.Id, planned, next, ct);
            }
        }
    }

    // A schedule that fails is still due at the next call and does not stop the others.
    private async Task TryFireAsync(ScheduleRecord due, CancellationToken ct)
    {
        try
        {
            await FireOrMissAsync(due.Schedule, due.NextAt!.Value, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            logger.LogError(exception, "The schedule {Schedule} could not be fired. It is retried", due.Schedule.Name);
        }
    }

    private async Task FireOrMissAsync(Schedule schedule, DateTimeOffset dueAt, CancellationToken ct)
    {
        if (ScheduleTimes.Of(schedule)?.Times is not { } times)
        {
            await MissAsync(schedule, dueAt, null, [dueAt], 1, Reason.Of(ReasonCode.TimeZoneRemoved, ("timeZone", schedule.TimeZone)), ct);
            return;
        }

        var now = time.GetUtcNow();
        var (last, before, count) = Overdue(times, dueAt, now);
        var next = times.After(now);
        var isLate = now - last > ScheduledJobs.Grace;
        if (isLate)
        {
            before.Enqueue(last);
            count++;
        }

        // Two transactions for several times: after each of them the ledger is consistent, so a crash in between loses no run.
        if (count > 0)
        {
            await MissAsync(schedule, dueAt, isLate ? next : last, before, count, Reason.Of(ReasonCode.NotRunningWhenDue), ct);
        }

        if (!isLate)
        {
            await FireAsync(schedule, last, next, ct);
        }
    }

    /// <summary>The last overdue time, the earlier ones that are stored, and the number of all earlier ones.</summary>
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
            if (before.Count > ScheduleLedger.MissedStored)
            {
                before.Dequeue();
            }
        }

        return (last, before, count);
    }

    private async Task FireAsync(Schedule schedule, DateTimeOffset dueAt, DateTimeOffset? nextAt, CancellationToken ct)
    {
        Reason? refusal;
        try
        {
            var result = await jobs.FireAsync(schedule, dueAt, nextAt, ct);
            if (result.Outcome == FireOutcome.NotDue)
            {
                return;
            }

            refusal = result.Refusal;
        }
        catch (QueueFullException exception)
        {
            refusal = exception.Reason;
        }

        if (refusal is not null)
        {
            await MissAsync(schedule, dueAt, nextAt, [dueAt], 1, refusal, ct);
        }
    }

    private async Task MissAsync(Schedule schedule, DateTimeOffset dueAt, DateTimeOffset? nextAt, IEnumerable<DateTimeOffset> runs,
        long count, Reason reason, CancellationToken ct)
    {
        if (await schedules.MissAsync(schedule.Id, dueAt, nextAt, [.. runs.Select(run => new MissedRun(run, reason))], count, ct)
            && logger.IsEnabled(LogLevel.Warning))
        {
            logger.LogWarning("The schedule {Schedule} missed {Count} runs from {DueAt} on. {Reason}", schedule.Name, count,
                dueAt.ToString("u", CultureInfo.InvariantCulture), reason.ToText());
        }
    }
}
