using System.Text.RegularExpressions;
using Cronos;

namespace RedisPerf.Web.Schedules;

/// <summary>
/// The times that a cron expression names in a time zone. A time that the clocks skip in spring is the first moment after
/// the gap, and a time that they pass twice in autumn is its first passing: a night is one night. Only what repeats within
/// the day (<c>*/30 * * * *</c>) goes on through the hour that comes twice.
/// </summary>
public sealed partial class CronTimes
{
    // No L, W, #, ? or H: crontab has none of them.
    private const string Part = @"(\*|[0-9]{1,2}|[A-Za-z]{3})(-([0-9]{1,2}|[A-Za-z]{3}))?(/[0-9]{1,2})?";

    private const string Wanted = "cron must have five fields: minute (0-59), hour (0-23), day of the month (1-31), month (1-12 or JAN-DEC), "
        + "day of the week (0-7 or SUN-SAT), each a number, a range, a list, a step such as */15, or *. 30 2 * * * is every day at 02:30.";

    private readonly CronExpression[] _alternatives;
    private readonly TimeZoneInfo _zone;

    private CronTimes(CronExpression[] alternatives, TimeZoneInfo zone) => (_alternatives, _zone) = (alternatives, zone);

    /// <param name="cron">Five fields of digits, the names of months and days, and <c>* , - /</c>.</param>
    /// <param name="zone">Where its times are read.</param>
    /// <param name="sentence">What is wrong with the expression; empty when nothing is.</param>
    /// <returns>Null when the expression is wrong, or names no time that will ever come.</returns>
    public static CronTimes? Parse(string cron, TimeZoneInfo zone, out string sentence)
    {
        sentence = "";
        var fields = cron.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        if (fields.Length != 5 || !fields.All(Field().IsMatch))
        {
            sentence = Wanted;
            return null;
        }

        CronTimes times;
        try
        {
            times = new([.. Alternatives(fields).Select(alternative => CronExpression.Parse(alternative))], zone);
        }
        catch (CronFormatException)
        {
            sentence = Wanted;
            return null;
        }

        if (times.After(DateTimeOffset.UnixEpoch) is null)
        {
            sentence = "cron names a day that never comes, such as 30 February; give one that does.";
            return null;
        }

        return times;
    }

    /// <summary>The first time after another one, UTC; null when none comes.</summary>
    public DateTimeOffset? After(DateTimeOffset time) => _alternatives.Min(expression => expression.GetNextOccurrence(time, _zone))?.ToUniversalTime();

    /// <summary>All times after another one, UTC.</summary>
    public IEnumerable<DateTimeOffset> AllAfter(DateTimeOffset time)
    {
        for (var next = After(time); next is { } known; next = After(known))
        {
            yield return known;
        }
    }

    // crontab(5): if neither day field contains *, a day matches when either field does. Cronos requires both.
    private static string[] Alternatives(string[] fields) => fields is [var minute, var hour, var day, var month, var weekday] && !day.Contains('*') && !weekday.Contains('*')
        ? [$"{minute} {hour} {day} {month} *", $"{minute} {hour} * {month} {weekday}"]
        : [string.Join(' ', fields)];

    [GeneratedRegex($"^{Part}(,{Part})*$")]
    private static partial Regex Field();
}
