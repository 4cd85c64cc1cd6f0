using RedisPerf.Core.Model;

namespace RedisPerf.Web.Schedules;

/// <summary>When a schedule is due.</summary>
/// <param name="Cron">Its five fields, one space between them.</param>
/// <param name="Zone">Where they are read.</param>
/// <param name="Times">What they name there.</param>
public sealed record ScheduleTimes(string Cron, TimeZoneInfo Zone, CronTimes Times)
{
    /// <summary>So many coming times are told.</summary>
    public const int Told = 3;

    /// <returns>Null when this machine no longer knows the zone.</returns>
    public static ScheduleTimes? Of(Schedule schedule) => new ScheduleDraft { Cron = schedule.Cron, TimeZone = schedule.TimeZone }.ReadTimes([]);

    /// <summary>The coming times that are told of a schedule, UTC; none while it is paused.</summary>
    public static IReadOnlyList<DateTimeOffset> NextOf(Schedule schedule, DateTimeOffset now) => schedule.Paused ? [] : Of(schedule)?.Next(now) ?? [];

    /// <summary>The coming times that are told, UTC.</summary>
    public IReadOnlyList<DateTimeOffset> Next(DateTimeOffset now) => [.. Times.AllAfter(now).Take(Told)];
}
