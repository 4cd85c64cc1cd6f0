using System.Globalization;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Schedules;

/// <summary>A schedule as sent by a client, before validation.</summary>
public sealed record ScheduleDraft
{
    /// <summary>The prefix of the job's fields in the names of errors.</summary>
    public const string RequestPrefix = "request.";

    public string? Name { get; init; }

    public string? Cron { get; init; }

    /// <summary>Default: the time zone of the server.</summary>
    public string? TimeZone { get; init; }

    /// <summary>Null when it is missing.</summary>
    public JobDraft? Request { get; init; }

    /// <summary>Validates the name and returns it without surrounding spaces.</summary>
    public string ReadName(ICollection<FieldError> wrong)
    {
        var name = Name?.Trim() ?? "";
        if (name.Length == 0)
        {
            wrong.Add(new("name", "name is required, for example nightly insert."));
        }
        else if (name.Length > Schedule.MaximumNameLength || name.Any(char.IsControl))
        {
            wrong.Add(new("name", string.Create(CultureInfo.InvariantCulture,
                $"name must be one line of at most {Schedule.MaximumNameLength} characters; this one has {name.Length}.")));
        }

        return name;
    }

    /// <summary>Validates the times. Returns them with the normalized expression and the zone; null when one of them is invalid.</summary>
    public ScheduleTimes? ReadTimes(ICollection<FieldError> wrong)
    {
        var zone = Zones.Find(string.IsNullOrWhiteSpace(TimeZone) ? Zones.Local : TimeZone.Trim());
        var cron = string.Join(' ', (Cron ?? "").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        var times = CronTimes.Parse(cron, zone?.Info ?? TimeZoneInfo.Utc, out var error);
        if (times is null)
        {
            wrong.Add(new("cron", error));
        }

        if (zone is null)
        {
            wrong.Add(new("timeZone", "timeZone must be the name of a time zone that this machine has rules for, such as Europe/Berlin or UTC."));
        }

        return times is null || zone is null ? null : new(cron, zone, times);
    }
}
