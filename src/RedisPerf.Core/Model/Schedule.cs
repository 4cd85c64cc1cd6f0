namespace RedisPerf.Core.Model;

/// <summary>A job request with the times at which it is started.</summary>
public sealed record Schedule
{
    /// <summary>Characters.</summary>
    public const int MaximumNameLength = 80;

    /// <summary>Version 7: ordered by creation.</summary>
    public required Guid Id { get; init; }

    /// <summary>Unique among the schedules; its jobs contain it.</summary>
    public required string Name { get; init; }

    /// <summary>Five fields: minute, hour, day of the month, month, day of the week.</summary>
    public required string Cron { get; init; }

    /// <summary>The IANA name of the zone that <see cref="Cron"/> is read in: <c>Europe/Berlin</c>.</summary>
    public required string TimeZone { get; init; }

    public required JobRequest Request { get; init; }

    /// <summary>Free text that each of its jobs gets.</summary>
    public string? Note { get; init; }

    /// <summary>It starts no jobs until it is resumed.</summary>
    public bool Paused { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }
}
