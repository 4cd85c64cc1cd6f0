using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Extensions.Primitives;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The recurrence of a schedule in the form: hourly at a minute, daily or weekly at a time, or a cron expression. Values are
/// strings, so invalid input is shown again unchanged.</summary>
public sealed partial record Recurrence
{
    public const string Hourly = "hour";
    public const string Daily = "day";
    public const string Weekly = "week";
    public const string Expression = "cron";

    private static readonly string[] Short = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

    /// <summary>One of the four kinds.</summary>
    public string Every { get; init; } = Daily;

    /// <summary>Minute of the hour.</summary>
    public string Minute { get; init; } = "0";

    /// <summary>Time of the day, such as <c>02:30</c>.</summary>
    public string At { get; init; } = "02:30";

    /// <summary>Days of the week: 1 is Monday, 0 is Sunday.</summary>
    public IReadOnlyList<int> Days { get; init; } = [1];

    public string Cron { get; init; } = "30 2 * * *";

    /// <summary>The days of the week in the form, from Monday.</summary>
    public static IEnumerable<(int Number, string Name)> Week => Enumerable.Range(1, 7).Select(day => (day % 7, Name(day % 7)));

    /// <summary>The recurrence of a cron expression: hourly, daily or weekly if it matches, else the expression.</summary>
    public static Recurrence Of(string cron)
    {
        var other = new Recurrence { Every = Expression, Cron = cron };
        var fields = cron.Split(' ');
        if (fields is not [var minute, var hour, "*", "*", var days] || !IsBelow(minute, 60))
        {
            return other;
        }

        if (hour == "*")
        {
            return days == "*" ? other with { Every = Hourly, Minute = Digits(minute) } : other;
        }

        if (!IsBelow(hour, 24))
        {
            return other;
        }

        var at = $"{Digits(hour).PadLeft(2, '0')}:{Digits(minute).PadLeft(2, '0')}";
        return days == "*" ? other with { Every = Daily, At = at }
            : ReadDays(days) is { } known ? other with { Every = Weekly, At = at, Days = known }
            : other;
    }

    /// <summary>The recurrence from the fields of the form; missing fields have their defaults.</summary>
    public static Recurrence Sent(IEnumerable<KeyValuePair<string, StringValues>> fields)
    {
        var sent = fields.ToDictionary(field => field.Key, field => field.Value);
        var defaults = new Recurrence();
        return new()
        {
            Every = Last("every") ?? defaults.Every,
            Minute = Last("minute") ?? defaults.Minute,
            At = Last("at") ?? defaults.At,
            Days = [.. sent.GetValueOrDefault("days").Select(day => Array.IndexOf(Numbers, day)).Where(day => day >= 0).Distinct()],
            Cron = Last("cron") ?? defaults.Cron,
        };

        string? Last(string name) => sent.TryGetValue(name, out var values) ? values.LastOrDefault() : null;
    }

    /// <summary>The cron expression, or the error.</summary>
    public (string? Cron, string? Error) ToCron()
    {
        switch (Every)
        {
            case Hourly:
                return IsBelow(Minute.Trim(), 60)
                    ? ($"{Digits(Minute.Trim())} * * * *", null)
                    : (null, "The minute must be a whole number from 0 to 59.");
            case Daily or Weekly:
                if (!TimeOnly.TryParseExact(At.Trim(), ["H:mm", "HH:mm", "HH:mm:ss"], CultureInfo.InvariantCulture, DateTimeStyles.None, out var at))
                {
                    return (null, "The time must be hours and minutes, such as 02:30.");
                }

                if (Every == Daily)
                {
                    return (string.Create(CultureInfo.InvariantCulture, $"{at.Minute} {at.Hour} * * *"), null);
                }

                return Days.Count == 0
                    ? (null, "Choose at least one day of the week.")
                    : (string.Create(
                        CultureInfo.InvariantCulture, $"{at.Minute} {at.Hour} * * {string.Join(',', Days.Order().Select(day => Short[day]))}"), null);
            default:
                return (Cron, null);
        }
    }

    /// <summary>A text such as <c>every day at 02:30</c>, or the cron expression.</summary>
    public override string ToString() => Every switch
    {
        Hourly => $"every hour at minute {Minute}",
        Daily => $"every day at {At}",
        Weekly => $"{DayNames()} at {At}",
        _ => Cron,
    };

    private static string[] Numbers { get; } = ["0", "1", "2", "3", "4", "5", "6"];

    private static string Name(int day) => CultureInfo.InvariantCulture.DateTimeFormat.DayNames[day];

    private static bool IsBelow(string text, int limit) =>
        text.Length is 1 or 2 && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number < limit;

    private static string Digits(string text) =>
        int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture);

    /// <summary>A list of days and of ranges of days; null for anything else.</summary>
    private static int[]? ReadDays(string text)
    {
        var days = new SortedSet<int>();
        foreach (var part in text.Split(','))
        {
            if (DayRange().Match(part) is not { Success: true } match || ReadDay(match.Groups["from"].Value) is not { } from)
            {
                return null;
            }

            if (match.Groups["to"] is { Success: true, Value: var end })
            {
                if (ReadDay(end) is not { } to)
                {
                    return null;
                }

                // 7 is Sunday too, so the range 0-7 is the whole week.
                if (end == "7" && from == 0)
                {
                    return [.. Enumerable.Range(0, 7)];
                }

                // A range may wrap around the end of the week.
                for (var day = from; day != to; day = (day + 1) % 7)
                {
                    days.Add(day);
                }

                days.Add(to);
            }

            days.Add(from);
        }

        return [.. days];
    }

    private static int? ReadDay(string text) =>
        Array.IndexOf(Short, text.ToUpperInvariant()) is >= 0 and var named ? named
        : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number <= 7 ? number % 7
        : null;

    private string DayNames()
    {
        var names = Week.Where(day => Days.Contains(day.Number)).Select(day => day.Name).ToArray();
        return names switch
        {
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] => "Monday to Friday",
            { Length: 7 } => "every day",
            [var only] => $"every {only}",
            _ => $"{string.Join(", ", names[..^1])} and {names[^1]}",
        };
    }

    [GeneratedRegex("^(?<from>[0-7]|[A-Za-z]{3})(-(?<to>[0-7]|[A-Za-z]{3}))?$")]
    private static partial Regex DayRange();
}
