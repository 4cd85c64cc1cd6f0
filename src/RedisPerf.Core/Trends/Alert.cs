using System.Text.Json.Serialization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>A case of a schedule that became slower, as the API, the pages and the webhook show it. A case has at most one active alert. One that
/// became faster is a record that has ended at once: see <see cref="Resolution.Improved"/>.
/// The order of the properties is their order in the JSON.</summary>
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

    /// <summary>The coordinates of the case.</summary>
    public required Coordinates At { get; init; }

    /// <inheritdoc cref="Coordinates.Target"/>
    public string Target => At.Target ?? "";

    /// <inheritdoc cref="CaseKey.PointOf"/>
    public double? Point => CaseKey.PointOf(At);

    /// <inheritdoc cref="Coordinates.Client"/>
    public string? Client => At.Client;

    /// <summary>Null when the record cannot be read.</summary>
    public required AlertRatio? Ratio { get; init; }

    public required Basis Basis { get; init; }

    /// <summary>The time of the floor divided by its usual time, as a measure of the machine, when the alert opened; null unless
    /// <see cref="Basis"/> is that of the floor.</summary>
    public double? Machine { get; init; }

    /// <summary>Start of the first slow run.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The job of the first slow run.</summary>
    public required Guid SinceJob { get; init; }

    /// <summary>The job in which the regression was detected.</summary>
    public required Guid Job { get; init; }

    /// <summary>The rerun that confirmed it; of an improvement the later one of its runs.</summary>
    public required Guid ConfirmedBy { get; init; }

    /// <summary>The job of the last slow run.</summary>
    public required Guid LastJob { get; init; }

    public required DateTimeOffset OpenedAt { get; init; }
    public required DateTimeOffset UpdatedAt { get; init; }

    /// <summary>Null unless silenced.</summary>
    public DateTimeOffset? SilencedUntil { get; init; }

    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>Null while the alert is active.</summary>
    public Resolution? Resolution { get; init; }

    /// <summary>Why its record cannot be read; null for any other alert.</summary>
    public Reason? Error { get; init; }

    [JsonIgnore]
    public CaseKey Case => new(Strategy, At);

    /// <summary>Whether the case became faster.</summary>
    [JsonIgnore]
    public bool IsImprovement => Resolution == Trends.Resolution.Improved;

    /// <summary>Whether the alert has not ended.</summary>
    [JsonIgnore]
    public bool IsActive => EndedAt is null;

    /// <summary>The alert alone, without what a derived record adds.</summary>
    public Alert ToPlain() => new(this);

    /// <summary>This alert after its end.</summary>
    public Alert Resolve(Resolution resolution, DateTimeOffset now) =>
        this with { State = AlertState.Resolved, SilencedUntil = null, UpdatedAt = now, EndedAt = now, Resolution = resolution };
}

/// <summary>The time of a case divided by the median of the earlier runs; above 1 is slower.</summary>
/// <param name="Value">Over all slow runs so far.</param>
/// <param name="Low">Lower end of the 95% interval.</param>
/// <param name="High">Upper end of the 95% interval.</param>
public sealed record AlertRatio(double Value, double Low, double High);

/// <summary>The state of an alert. All states except <see cref="Resolved"/> are active.</summary>
public enum AlertState
{
    Open,

    /// <summary>Confirmed by a user. It ends when the case returns to its earlier level.</summary>
    Acknowledged,

    /// <summary>Not shown for a number of days. The first slow run after them opens it again.</summary>
    Silenced,

    /// <summary>Ended; <see cref="Alert.Resolution"/> has the reason.</summary>
    Resolved,
}

/// <summary>Why an alert has ended.</summary>
public enum Resolution
{
    /// <summary>Two consecutive runs were closer to the earlier level than to the slow one.</summary>
    Returned,

    /// <summary>A user accepted the slow level as the new baseline. The comparison restarts with its first run.</summary>
    NewBaseline,

    /// <summary>The environment or the options changed, or the strategy is no longer measured, so the runs are not comparable.</summary>
    Changed,

    /// <summary>The case became faster, which needs no action: the record never was active.</summary>
    Improved,

    /// <summary>The earlier runs were deleted, so there is no level to compare with. The level restarts with the first slow run.</summary>
    Forgotten,
}
