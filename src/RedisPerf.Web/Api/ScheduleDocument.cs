using RedisPerf.Ledger;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Api;

/// <summary>A schedule as the API gives it.</summary>
/// <param name="Id">Version 7: ordered by creation.</param>
/// <param name="Name">Its jobs carry it.</param>
/// <param name="Cron">Five fields.</param>
/// <param name="TimeZone">An IANA name.</param>
/// <param name="Request">As <c>POST /api/jobs</c> takes it, every field told.</param>
/// <param name="Paused">It is due at no time until it is resumed.</param>
/// <param name="NextRuns">The next three times, UTC; empty while it is paused.</param>
/// <param name="LastJob">The last job that it asked for; null when there was none, or it was deleted.</param>
/// <param name="Missed">Its last missed nights, newest first, at most ten.</param>
internal sealed record ScheduleDocument(
    Guid Id,
    string Name,
    string Cron,
    string TimeZone,
    JobRequestBody Request,
    bool Paused,
    IReadOnlyList<DateTimeOffset> NextRuns,
    Guid? LastJob,
    IReadOnlyList<MissedNight> Missed)
{
    public static ScheduleDocument Of(KeptSchedule kept, DateTimeOffset now)
    {
        var schedule = kept.Schedule;
        var request = schedule.Request;
        return new(
            schedule.Id,
            schedule.Name,
            schedule.Cron,
            schedule.TimeZone,
            new(request.Benchmark, request.Strategies, request.Options, request.Targets, request.Baseline, request.Runs, request.Warmups, request.Seed, schedule.Note),
            schedule.Paused,
            ScheduleTimes.NextOf(schedule, now),
            kept.LastJob?.Document.Id,
            kept.Missed);
    }
}
