using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>One timed execution of a case. A figure that is not known is null, never 0.</summary>
public sealed record Run
{
    /// <summary>0-based over the whole job; rounds before the warm-ups' number are warm-ups.</summary>
    public required int Round { get; init; }

    public required bool Warmup { get; init; }

    public required RunState State { get; init; }

    /// <summary>Null unless the run is ok.</summary>
    public double? Seconds { get; init; }

    /// <summary>Seconds of each slice, in the order of the rounds' turns; their sum is <see cref="Seconds"/>. Null when the run was
    /// measured as a whole.</summary>
    public IReadOnlyList<double>? Slices { get; init; }

    /// <summary>Seconds of encoding inside <see cref="Seconds"/>, averaged over the encoders that ran side by side.</summary>
    public double? EncodeSeconds { get; init; }

    /// <summary>Number of writes or reads.</summary>
    public long? Operations { get; init; }

    /// <summary>Useful bytes, before any encoding.</summary>
    public long? PayloadBytes { get; init; }

    /// <summary>Bytes of the commands towards the server.</summary>
    public long? WireBytes { get; init; }

    public bool Verified { get; init; }

    /// <summary>Why it is not ok.</summary>
    public Reason? Error { get; init; }

    /// <summary>What happened during the run that may have slowed it down; empty when nothing was detected. The time is kept, and the run
    /// is included in the summary until a user excludes it.</summary>
    public IReadOnlyList<Reason> Disturbed { get; init; } = [];

    /// <summary>0-based indexes of the slices that were disturbed; null when their times cannot be excluded, or when the run was
    /// measured as a whole.</summary>
    public IReadOnlyList<int>? DisturbedSlices { get; init; }

    /// <summary>A user excluded the disturbed slices of this run from the summary, or the whole run where fewer than
    /// half of its slices remain.</summary>
    [JsonPropertyName("leftOut")]
    public bool ExcludedByUser { get; init; }

    /// <summary>The benchmark's own figures by their declared names; null when it has no figures.</summary>
    public IReadOnlyDictionary<string, double>? Figures { get; init; }

    /// <summary>How several nodes measured the run; null for one node.</summary>
    public SharedLoad? SharedLoad { get; init; }

    /// <summary>The latency and the throughput over the time of a run that disturbs its server; null for other runs.</summary>
    public RunTimeline? Timeline { get; init; }

    public ClientFigures? Client { get; init; }

    public ServerFigures? Server { get; init; }

    [JsonIgnore]
    public bool IsDisturbed => Disturbed.Count > 0;

    /// <summary>Executed and verified in a timed round, excluded or not.</summary>
    [JsonIgnore]
    public bool IsTimed => this is { State: RunState.Ok, Verified: true, Warmup: false, Seconds: > 0 and < double.PositiveInfinity };

    /// <summary>Whether the disturbed slices are excluded and the run is included in the summary with the time of the others.</summary>
    [JsonIgnore]
    public bool IsPartlyExcludedByUser => ExcludedByUser && ScaledSeconds is not null;

    /// <summary>Whether the whole run is excluded.</summary>
    [JsonIgnore]
    public bool IsFullyExcludedByUser => ExcludedByUser && !IsPartlyExcludedByUser;

    /// <summary>Included in the summary: timed, and not excluded as a whole.</summary>
    [JsonIgnore]
    public bool IsInSummary => IsTimed && !IsFullyExcludedByUser;

    /// <summary>Seconds in the summary: those of the run, or <see cref="ScaledSeconds"/>.</summary>
    [JsonIgnore]
    public double? SummarySeconds => IsPartlyExcludedByUser ? ScaledSeconds : Seconds;

    /// <summary>The mean time of the undisturbed slices for each slice of the run; null unless some slices are disturbed and
    /// at least half are not.</summary>
    [JsonIgnore]
    public double? ScaledSeconds =>
        Slices is { } slices && DisturbedSlices is { Count: > 0 } disturbed && 2 * disturbed.Count <= slices.Count
            ? slices.Where((_, index) => !disturbed.Contains(index)).Average() * slices.Count
            : null;
}
