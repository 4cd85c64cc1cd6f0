using System.Text.Json.Serialization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>
/// A case of a schedule that became slower, as the API, the pages and the webhook tell it. There is one for as long as it
/// lasts. Its property order is the order in the JSON.
/// </summary>
public record Alert
{
    /// <summary>Version 7: ordered by opening.</summary>
    public required Guid Id { get; init; }

    public required AlertState State { get; init; }

    /// <summary>The schedule's id.</summary>
    public required Guid ScheduleId { get; init; }

    /// <summary>The schedule's name.</summary>
    public required string Schedule { get; init; }

    public required string Benchmark { get; init; }
    public required string Strategy { get; init; }
    public required string Target { get; init; }
    public long? Point { get; init; }

    public required AlertRatio Ratio { get; init; }

    public required Basis Basis { get; init; }

    /// <summary>When the first slow night started.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The job of the first slow night.</summary>
    public required Guid SinceJob { get; init; }

    /// <summary>The job that looked slower.</summary>
    public required Guid Job { get; init; }

    /// <summary>The job that confirmed it.</summary>
    public required Guid ConfirmedBy { get; init; }

    /// <summary>The job of the last slow night.</summary>
    public required Guid LastJob { get; init; }

    public required DateTimeOffset OpenedAt { get; init; }
    public required DateTimeOffset UpdatedAt { get; init; }

    /// <summary>Null unless silenced.</summary>
    public DateTimeOffset? SilencedUntil { get; init; }

    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>Null while it lasts.</summary>
    public Resolution? Resolution { get; init; }

    [JsonIgnore]
    public CaseKey Case => new(Strategy, Target, Point);

    /// <summary>Whether it has not ended.</summary>
    [JsonIgnore]
    public bool Lasts => EndedAt is null;

    /// <summary>The alert as it is when it has ended.</summary>
    public Alert Ended(Resolution resolution, DateTimeOffset now) =>
        this with { State = AlertState.Resolved, SilencedUntil = null, UpdatedAt = now, EndedAt = now, Resolution = resolution };
}
