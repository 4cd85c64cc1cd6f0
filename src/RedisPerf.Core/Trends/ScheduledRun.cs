using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>A completed job of a schedule, reduced to the input of the regression detection.</summary>
/// <param name="Job">The id of the job.</param>
/// <param name="At">The start of the job.</param>
/// <param name="Levels">The median time of each case over its runs and the runs of its rerun, as a natural logarithm of
/// seconds. It has no case without a counted run, and no case whose time is not part of the usual level: before a new
/// baseline, or while an alert is active.</param>
public sealed record ScheduledRun(Guid Job, DateTimeOffset At, IReadOnlyDictionary<CaseKey, double> Levels)
{
    /// <summary>The levels of all cases, also outside the usual level: the floor measures the machine even while it has an alert.</summary>
    public IReadOnlyDictionary<CaseKey, double> AllLevels { get => field ?? Levels; init; }

    /// <summary>The levels of the rerun only, for its cases; null without a rerun.</summary>
    public IReadOnlyDictionary<CaseKey, double>? RerunLevels { get; init; }
}
