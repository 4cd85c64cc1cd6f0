using RedisPerf.Core.Model;

namespace RedisPerf.Web.Schedules;

/// <summary>The times of a schedule.</summary>
/// <param name="Cron">Five fields, separated by one space.</param>
/// <param name="Times">The times of the expression in the zone.</param>
public sealed record ScheduleTimes(string Cron, NamedZone Zone, CronTimes Times)
{
    /// <summary>The number of next times that are shown.</summary>
    public const int PreviewCount = 3;

    /// <returns>Null when the zone no longer exists on this machine.</returns>
    public static ScheduleTimes? Of(Schedule schedule) => new ScheduleDraft { Cron = schedule.Cron, TimeZone = schedule.TimeZone }.ReadTimes([]);

    /// <summary>The next times of a schedule, UTC; empty while it is paused.</summary>
    public static IReadOnlyList<DateTimeOffset> NextOf(Schedule schedule, DateTimeOffset now) => schedule.Paused ? [] : Of(schedule)?.Next(now) ?? [];

    /// <summary>The next times, UTC.</summary>
    public IReadOnlyList<DateTimeOffset> Next(DateTimeOffset now) => [.. Times.AllAfter(now).Take(PreviewCount)];
}
