using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Web.Live;

/// <summary>The part of a job's document that its page needs to draw: a much smaller document of the same shape. The cases of a job with a curve
/// have no runs: its curves need the summaries only.</summary>
public sealed record ChartDocument(
    Guid Id, string Benchmark, JobState State, int? QueuePosition, LiveProgress? Progress, DateTimeOffset CreatedAt,
    ChartDocument.Rounds Request, bool MarksDisturbed, IReadOnlyList<ChartDocument.Case> Cases)
{
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static ChartDocument Of(JobDocument job, BenchmarkInfo? info) =>
        Of(BenchmarkInfo.WithoutReference(job, info), info, BenchmarkSummaries.WithUnusableFloor(job.Cases, info, job.Request));

    private static ChartDocument Of(JobDocument job, BenchmarkInfo? info, IReadOnlySet<CaseResult> withoutFloor) => new(
        job.Id,
        job.Benchmark,
        job.State,
        job.QueuePosition,
        job.Progress is { } progress ? LiveProgress.Of(progress) : null,
        job.CreatedAt,
        new(
            [.. ExpectedCases.Panels(job.Request, info, job.Cases).Select(at => new PanelName(at, CoordinatesText.After(at, job.Request)))],
            job.Request.Curve?.Name,
            job.Request.Runs,
            job.Request.Warmups),
        RoundState.AreMarked(job.Cases),
        [.. job.Cases.Select(@case => new Case(
            @case.Key.Id,
            @case.Strategy,
            @case.At,
            job.Request.Curve is null ? [.. @case.Runs.Select(run => Dot.Of(run, BenchmarkInfo.RuleOf(job.Request, info)))] : [],
            @case.Summary is { } summary ? ChartSummary.Of(summary) : null,
            withoutFloor.Contains(@case)))]);

    /// <param name="Panels">The cases that are drawn together: their coordinates on all axes but that of the curve.</param>
    /// <param name="Along">The name of the axis of the curve; null without one.</param>
    public sealed record Rounds(IReadOnlyList<PanelName> Panels, string? Along, int Runs, int Warmups);

    /// <param name="WithoutFloor">Whether its floor is not usable in this job.</param>
    public sealed record Case(string Key, string Strategy, Coordinates At, IReadOnlyList<Dot> Runs, ChartSummary? Summary, bool WithoutFloor);

    /// <param name="Time">The compared time in seconds.</param>
    /// <param name="Slices">That time as each slice estimates it; null for a run that was measured as a whole.</param>
    public sealed record Dot(int Round, bool Warmup, RunState State, double? Seconds, double? Time, IReadOnlyList<double>? Slices, long? PayloadBytes,
        string? Disturbed, [property: JsonPropertyName("leftOut")] bool ExcludedByUser)
    {
        /// <param name="rule">How times are compared.</param>
        public static Dot Of(Run run, ComparisonRule rule) => new(
            run.Round, run.Warmup, run.State, run.SummarySeconds, rule.TimeOf(run), run.Slices is null ? null : [.. rule.SliceTimes(run)],
            run.PayloadBytes, run.Disturbed.ToText(), run.IsFullyExcludedByUser);
    }
}

/// <summary>A panel of the charts' cases.</summary>
/// <param name="At">Its coordinates.</param>
/// <param name="Words">What follows the name of a strategy: <c> on local</c>; empty when nothing else differs.</param>
public sealed record PanelName(Coordinates At, string Words);

/// <summary>The axis of a chart of curves.</summary>
/// <param name="Label">For example <c>keys per call</c>.</param>
/// <param name="Unit">For example <c>bytes</c>; null for a plain number.</param>
public sealed record CurveAxis(string Label, string? Unit)
{
    public static CurveAxis? Of(Axis? axis) => axis is null ? null : new(axis.Label, axis.Unit);
}

/// <summary>The part of a summary that the charts draw and show in tooltips.</summary>
public sealed record ChartSummary(
    double Min, double Mean, double Max, double Median, double? MedianLow, double? MedianHigh, double? OperationsPerSecond,
    double? FloorRatio, IReadOnlyDictionary<string, double>? Figures)
{
    public static ChartSummary Of(Summary summary) => new(
        summary.Min, summary.Mean, summary.Max, summary.Median, summary.MedianLow, summary.MedianHigh, summary.OperationsPerSecond,
        summary.FloorRatio, summary.Figures);
}
