using System.Text.RegularExpressions;
using Cronos;

namespace RedisPerf.Web.Schedules;

/// <summary>The times of a cron expression in a time zone. A time that is skipped in spring is moved to the end of the gap. A time that
/// occurs twice in autumn is used once, at its first occurrence. Only expressions that repeat within the day (<c>*/30 * * * *</c>) also run
/// in the repeated hour.</summary>
public sealed partial class CronTimes
{
    // Without L, W, #, ? and H, which crontab does not have.
    private const string Part = @"(\*|[0-9]{1,2}|[A-Za-z]{3})(-([0-9]{1,2}|[A-Za-z]{3}))?(/[0-9]{1,2})?";

    private const string Expected = "cron must have five fields: minute (0-59), hour (0-23), day of the month (1-31), month (1-12 or JAN-DEC), "
        + "day of the week (0-7 or SUN-SAT), each a number, a range, a list, a step such as */15, or *. 30 2 * * * is every day at 02:30.";

    private readonly CronExpression[] _alternatives;
    private readonly TimeZoneInfo _zone;

    private CronTimes(CronExpression[] alternatives, TimeZoneInfo zone) => (_alternatives, _zone) = (alternatives, zone);

    /// <param name="cron">Five fields of digits, the names of months and days, and <c>* , - /</c>.</param>
    /// <param name="error">The error of the expression; empty when it is valid.</param>
    /// <returns>Null when the expression is invalid or never matches.</returns>
    public static CronTimes? Parse(string cron, TimeZoneInfo zone, out string error)
    {
        error = "";
        var fields = cron.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        if (fields.Length != 5 || !fields.All(Field().IsMatch))
        {
            error = Expected;
            return null;
        }

        CronTimes times;
        try
        {
            times = new([.. Alternatives(fields).Select(alternative => CronExpression.Parse(alternative))], zone);
        }
        catch (CronFormatException)
        {
            error = Expected;
            return null;
        }

        if (times.After(DateTimeOffset.UnixEpoch) is null)
        {
            error = "cron must match an existing day; 30 February, for example, does not exist.";
            return null;
        }

        return times;
    }

    /// <summary>The first time after the given one, UTC; null without a later time.</summary>
    public DateTimeOffset? After(DateTimeOffset time) =>
        _alternatives.Min(expression => expression.GetNextOccurrence(time, _zone))?.ToUniversalTime();

    /// <summary>All times after the given one, UTC.</summary>
    public IEnumerable<DateTimeOffset> AllAfter(DateTimeOffset time)
    {
        for (var next = After(time); next is { } known; next = After(known))
        {
            yield return known;
        }
    }

    // crontab(5): if neither day field contains *, a day matches when either field does. Cronos requires both.
    private static string[] Alternatives(string[] fields) =>
        fields is [var minute, var hour, var day, var month, var weekday] && !day.Contains('*') && !weekday.Contains('*')
            ? [$"{minute} {hour} {day} {month} *", $"{minute} {hour} * {month} {weekday}"]
            : [string.Join(' ', fields)];

    [GeneratedRegex($"^{Part}(,{Part})*$")]
    private static partial Regex Field();
}
