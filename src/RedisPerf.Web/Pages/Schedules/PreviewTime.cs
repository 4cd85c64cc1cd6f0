using System.Globalization;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>A next time of a schedule.</summary>
/// <param name="At">UTC.</param>
/// <param name="Local">The local time in the schedule's zone: <c>Sun 2027-03-28 03:00 +02:00</c>.</param>
public sealed record PreviewTime(DateTimeOffset At, string Local)
{
    public static PreviewTime Of(DateTimeOffset at, TimeZoneInfo zone) =>
        new(at, TimeZoneInfo.ConvertTime(at, zone).ToString("ddd yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture));
}
