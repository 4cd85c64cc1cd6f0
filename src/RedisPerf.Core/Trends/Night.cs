using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>A completed job of a schedule, as far as the judgement wants it.</summary>
/// <param name="Job">Its id.</param>
/// <param name="At">When it started.</param>
/// <param name="Levels">
/// The median time of each case over its runs and those of its confirming rerun, as a natural logarithm of seconds. A case that had no counted run is not in it, nor is one
/// whose night is no measure of its level: before a new baseline, or while an alert for it lasts.
/// </param>
public sealed record Night(Guid Job, DateTimeOffset At, IReadOnlyDictionary<CaseKey, double> Levels)
{
    /// <summary>The same of the rerun alone, for the cases that it had; null where there was none.</summary>
    public IReadOnlyDictionary<CaseKey, double>? Again { get; init; }
}
