using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Live;

/// <summary>The part of a job's document that its page needs to draw: a much smaller document of the same shape. The cases of a sweep have no runs: its curves need the summaries only.</summary>
public sealed record ChartDocument(
    Guid Id, string Benchmark, JobState State, int? QueuePosition, Progress? Progress, DateTimeOffset CreatedAt, ChartDocument.Rounds Request, IReadOnlyList<ChartDocument.Case> Cases)
{
    /// <param name="job">The job.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static ChartDocument Of(JobDocument job, BenchmarkInfo? info) => new(
        job.Id,
        job.Benchmark,
        job.State,
        job.QueuePosition,
        job.Progress,
        job.CreatedAt,
        new(job.Request.Targets, job.Request.Runs, job.Request.Warmups),
        [.. job.Cases.Select(@case => new Case(
            @case.Strategy,
            @case.Target,
            @case.Point,
            info?.Sweep is null ? [.. @case.Runs.Select(run => new Dot(run.Round, run.Warmup, run.State, run.Seconds, run.PayloadBytes, run.Disturbed.ToText(), run.LeftOut))] : [],
            @case.Summary is { } summary ? ChartSummary.Of(summary) : null))]);

    public sealed record Rounds(IReadOnlyList<string> Targets, int Runs, int Warmups);

    public sealed record Case(string Strategy, string Target, long? Point, IReadOnlyList<Dot> Runs, ChartSummary? Summary);

    public sealed record Dot(int Round, bool Warmup, RunState State, double? Seconds, long? PayloadBytes, string? Disturbed, bool LeftOut);
}

/// <summary>The part of a summary that the charts draw and show in tooltips.</summary>
public sealed record ChartSummary(
    double Min, double Mean, double Max, double Median, double? MedianLow, double? MedianHigh, double? OperationsPerSecond, double? FloorRatio, IReadOnlyDictionary<string, double>? Figures)
{
    public static ChartSummary Of(Summary summary) => new(
        summary.Min, summary.Mean, summary.Max, summary.Median, summary.MedianLow, summary.MedianHigh, summary.OperationsPerSecond, summary.FloorRatio, summary.Figures);
}
