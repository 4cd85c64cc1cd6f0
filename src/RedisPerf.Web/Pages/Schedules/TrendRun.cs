using RedisPerf.Core.Trends;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>One scheduled run of a trend, at the same coordinates.</summary>
/// <param name="Job">The job of the run.</param>
/// <param name="At">The start of the job.</param>
/// <param name="State">The result of the review; null until it is reviewed.</param>
/// <param name="Note">A sentence about the review, or null.</param>
/// <param name="Levels">The medians, by strategy.</param>
/// <param name="Expected">The expected range of the chosen strategy; null with too few earlier runs.</param>
/// <param name="Changes">The changes of environment and options since the previous run, as text.</param>
public sealed record TrendRun(
    Guid Job, long? Number, DateTimeOffset At, ScheduledRunState? State, string? Note, IReadOnlyDictionary<string, CaseLevel> Levels,
    ExpectedRange? Expected, IReadOnlyList<string> Changes);
