using RedisPerf.Core.Model;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>What the form says, before it is saved, of the times that are picked.</summary>
/// <param name="Words">What they are in words.</param>
/// <param name="Times">The next three.</param>
/// <param name="Errors">What is wrong with which field.</param>
public sealed record Preview(string Words, IReadOnlyList<PreviewTime> Times, IReadOnlyList<FieldError> Errors)
{
    public static Preview Of(When when, string timeZone, DateTimeOffset now)
    {
        var wrong = new List<FieldError>();
        var draft = DraftOf(when, timeZone, wrong);
        var times = draft.ReadTimes(wrong);
        return times is null || wrong.Count > 0
            ? new("", [], [.. wrong.DistinctBy(error => error.Field)])
            : new(When.Of(times.Cron).ToString(), [.. times.Next(now).Select(time => PreviewTime.Of(time, times.Zone))], []);
    }

    /// <summary>The times of a draft. What was picked wrongly is an error of the field <c>cron</c>, as what was typed is.</summary>
    public static ScheduleDraft DraftOf(When when, string timeZone, ICollection<FieldError> errors)
    {
        var (cron, wrong) = when.ToCron();
        if (wrong is not null)
        {
            errors.Add(new("cron", wrong));
        }

        return new() { Cron = cron, TimeZone = timeZone };
    }
}
