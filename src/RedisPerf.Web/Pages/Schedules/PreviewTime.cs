using System.Globalization;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>A coming time.</summary>
/// <param name="At">UTC.</param>
/// <param name="There">As the clocks of the schedule's zone show it: <c>Sun 2027-03-28 03:00 +02:00</c>.</param>
public sealed record PreviewTime(DateTimeOffset At, string There)
{
    public static PreviewTime Of(DateTimeOffset at, TimeZoneInfo zone) =>
        new(at, TimeZoneInfo.ConvertTime(at, zone).ToString("ddd yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture));
}
