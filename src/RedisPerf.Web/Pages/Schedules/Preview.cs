using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The preview of a recurrence in the form.</summary>
/// <param name="Words">The recurrence in words.</param>
/// <param name="Times">The next three times.</param>
/// <param name="Errors">The errors, by field.</param>
public sealed record Preview(string Words, IReadOnlyList<PreviewTime> Times, IReadOnlyList<FieldError> Errors)
{
    public static Preview Of(Recurrence recurrence, string timeZone, DateTimeOffset now)
    {
        var wrong = new List<FieldError>();
        var draft = DraftOf(recurrence, timeZone, wrong);
        var times = draft.ReadTimes(wrong);
        return times is null || wrong.Count > 0
            ? new("", [], [.. wrong.DistinctBy(error => error.Field)])
            : new(Recurrence.Of(times.Cron).ToString(), [.. times.Next(now).Select(time => PreviewTime.Of(time, times.Zone.Info))], []);
    }

    /// <summary>The times of a draft. Any error of the recurrence is an error of the field <c>cron</c>.</summary>
    public static ScheduleDraft DraftOf(Recurrence recurrence, string timeZone, ICollection<FieldError> errors)
    {
        var (cron, error) = recurrence.ToCron();
        if (error is not null)
        {
            errors.Add(new("cron", error));
        }

        return new() { Cron = cron, TimeZone = timeZone };
    }
}

/// <summary>A next time of a schedule.</summary>
/// <param name="At">UTC.</param>
/// <param name="Local">The local time in the schedule's zone: <c>Sun 2027-03-28 03:00 +02:00</c>.</param>
public sealed record PreviewTime(DateTimeOffset At, string Local)
{
    public static PreviewTime Of(DateTimeOffset at, TimeZoneInfo zone) =>
        new(at, TimeZoneInfo.ConvertTime(at, zone).ToString("ddd yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture));
}
