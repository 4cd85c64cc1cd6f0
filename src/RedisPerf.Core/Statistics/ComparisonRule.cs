using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>How the times of two cases of a job are compared.</summary>
/// <param name="PerOperation">Whether a time is the seconds of a run divided by its operations.</param>
/// <param name="Confidence">The confidence of the interval of a ratio.</param>
/// <param name="Figure">The name of the figure of a run, in seconds, that is compared instead of its time on the clock; null for that time.</param>
public readonly record struct ComparisonRule(bool PerOperation, double Confidence, string? Figure = null)
{
    /// <summary>The confidence of a job with a fixed number of rounds.</summary>
    public const double UsualConfidence = 0.95;

    /// <summary>Seconds of whole runs, with 95% confidence.</summary>
    public static ComparisonRule Usual { get; } = new(false, UsualConfidence);

    /// <summary>The compared time of a run in seconds; null when it has none.</summary>
    public double? TimeOf(Run run) => TimeOf(run.SummarySeconds, run.Operations, run.Figures);

    /// <summary>The compared time of a run in seconds, from its parts; null when it has none.</summary>
    /// <param name="seconds">The time on the clock.</param>
    /// <param name="operations">Number of writes or reads.</param>
    /// <param name="figures">The benchmark's own figures by name.</param>
    public double? TimeOf(double? seconds, long? operations, IReadOnlyDictionary<string, double>? figures) =>
        Figure is null ? seconds * Share(operations)
        : figures is not null && figures.TryGetValue(Figure, out var value) ? value
        : null;

    /// <summary>The compared time of a whole run in seconds as each of its slices estimates it; one value for a run that was measured as a
    /// whole; empty without a time.</summary>
    public IEnumerable<double> SliceTimes(Run run)
    {
        if (TimeOf(run) is not { } time)
        {
            return [];
        }

        var (count, share) = (run.Slices?.Count ?? 1, Share(run.Operations));
        return Figure is null && run.Slices is { } slices ? slices.Select(seconds => seconds * count * share) : [time];
    }

    /// <summary>The compared time of a whole run in seconds as a slice estimates it, where the time on the clock is compared.</summary>
    public double TimeOf(RunSlice slice) => slice.Seconds * slice.Count * Share(slice.Operations * slice.Count);

    /// <summary>Whether a summary includes the run: it is counted, and it has a time that is compared.</summary>
    internal bool Includes(Run run) => run.IsInSummary && TimeOf(run) is > 0;

    /// <summary>The factor from the seconds of a run to its compared time, where that is a part of them.</summary>
    internal double Share(long? operations) => PerOperation && operations is > 0 ? 1.0 / operations.Value : 1;
}
