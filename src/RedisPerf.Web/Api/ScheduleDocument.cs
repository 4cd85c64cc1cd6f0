using RedisPerf.Core.Model;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Api;

/// <summary>A schedule in the API.</summary>
/// <param name="Id">Version 7: ordered by creation.</param>
/// <param name="Name">Its jobs have this name as their schedule.</param>
/// <param name="Cron">Five fields.</param>
/// <param name="TimeZone">An IANA name.</param>
/// <param name="Request">The body of <c>POST /api/jobs</c>, with all fields.</param>
/// <param name="Paused">Whether it is paused.</param>
/// <param name="NextRuns">The next three times, UTC; empty while it is paused.</param>
/// <param name="LastJob">Its last job; null when it has none or the job was deleted.</param>
/// <param name="Missed">Its last missed runs, newest first, at most ten.</param>
/// <param name="Error">Why its record cannot be read; null for any other schedule.</param>
internal sealed record ScheduleDocument(
    Guid Id,
    string Name,
    string Cron,
    string TimeZone,
    JobRequestBody Request,
    bool Paused,
    IReadOnlyList<DateTimeOffset> NextRuns,
    Guid? LastJob,
    IReadOnlyList<MissedRun> Missed,
    Reason? Error)
{
    public static ScheduleDocument Of(ScheduleRecord record, DateTimeOffset now)
    {
        var schedule = record.Schedule;
        var request = schedule.Request;
        return new(
            schedule.Id,
            schedule.Name,
            schedule.Cron,
            schedule.TimeZone,
            JobRequestBody.Of(request, schedule.Note),
            schedule.Paused,
            ScheduleTimes.NextOf(schedule, now),
            record.LastJob?.Document.Id,
            record.Missed,
            record.Damage);
    }
}
