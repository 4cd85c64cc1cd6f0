using System.Globalization;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Schedules;

/// <summary>A schedule as somebody wrote it, before anything in it is believed.</summary>
public sealed record ScheduleDraft
{
    /// <summary>What stands before the fields of the job in the names of errors.</summary>
    public const string RequestPrefix = "request.";

    public string? Name { get; init; }

    public string? Cron { get; init; }

    /// <summary>Null takes the server's own.</summary>
    public string? TimeZone { get; init; }

    /// <summary>Null when there is none.</summary>
    public JobDraft? Request { get; init; }

    /// <summary>The name without the spaces around it, or what is wrong with it.</summary>
    public string ReadName(ICollection<FieldError> wrong)
    {
        var name = Name?.Trim() ?? "";
        if (name.Length == 0)
        {
            wrong.Add(new("name", "Give the schedule a name, such as nightly insert."));
        }
        else if (name.Length > Schedule.MaximumNameLength || name.Any(char.IsControl))
        {
            wrong.Add(new("name", string.Create(CultureInfo.InvariantCulture, $"name must be one line of at most {Schedule.MaximumNameLength} characters; this one has {name.Length}.")));
        }

        return name;
    }

    /// <summary>The times, with the expression and the zone as they are to be kept; null when one of them is wrong.</summary>
    public ScheduleTimes? ReadTimes(ICollection<FieldError> wrong)
    {
        var zoneName = string.IsNullOrWhiteSpace(TimeZone) ? Zones.Own : TimeZone.Trim();
        var isKnown = Zones.TryFind(zoneName, out var zone);
        var cron = string.Join(' ', (Cron ?? "").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        var times = CronTimes.Parse(cron, zone ?? TimeZoneInfo.Utc, out var sentence);
        if (times is null)
        {
            wrong.Add(new("cron", sentence));
        }

        if (!isKnown)
        {
            wrong.Add(new("timeZone", "timeZone must be the IANA name of a time zone that this machine knows, such as Europe/Berlin or UTC."));
        }

        return times is null || zone is null ? null : new(cron, zone, times);
    }
}
