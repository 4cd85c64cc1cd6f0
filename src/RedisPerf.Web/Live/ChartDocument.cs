using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Live;

/// <summary>The part of a job's document that its page needs to draw: a much smaller document of the same shape. The cases of a sweep have
/// no runs: its curves need the summaries only.</summary>
public sealed record ChartDocument(
    Guid Id, string Benchmark, JobState State, int? QueuePosition, LiveProgress? Progress, DateTimeOffset CreatedAt,
    ChartDocument.Rounds Request, IReadOnlyList<ChartDocument.Case> Cases)
{
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static ChartDocument Of(JobDocument job, BenchmarkInfo? info) => new(
        job.Id,
        job.Benchmark,
        job.State,
        job.QueuePosition,
        job.Progress is { } progress ? LiveProgress.Of(progress) : null,
        job.CreatedAt,
        new([.. job.Request.Places.Select(place => new PlaceName(place.Target, place.Client, PlaceText.After(place, job.Request)))],
            job.Request.Runs, job.Request.Warmups),
        [.. job.Cases.Select(@case => new Case(
            @case.Strategy,
            @case.Target,
            @case.Client,
            @case.Point,
            info?.Sweep is null ? [.. @case.Runs.Select(run => new Dot(
                run.Round, run.Warmup, run.State, run.SummarySeconds, run.PayloadBytes, run.Disturbed.ToText(), run.IsFullyExcludedByUser))] : [],
            @case.Summary is { } summary ? ChartSummary.Of(summary) : null))]);

    public sealed record Rounds(IReadOnlyList<PlaceName> Places, int Runs, int Warmups);

    public sealed record Case(string Strategy, string Target, string? Client, long? Point, IReadOnlyList<Dot> Runs, ChartSummary? Summary);

    public sealed record Dot(int Round, bool Warmup, RunState State, double? Seconds, long? PayloadBytes, string? Disturbed,
        [property: JsonPropertyName("leftOut")] bool ExcludedByUser);
}

/// <summary>A place of the charts' cases.</summary>
/// <param name="Target">The target's name.</param>
/// <param name="Client">The client's name; null when the job names no clients.</param>
/// <param name="Words">What follows the name of a strategy: <c> on local</c>; empty when there is one place.</param>
public sealed record PlaceName(string Target, string? Client, string Words);

/// <summary>The part of a summary that the charts draw and show in tooltips.</summary>
public sealed record ChartSummary(
    double Min, double Mean, double Max, double Median, double? MedianLow, double? MedianHigh, double? OperationsPerSecond,
    double? FloorRatio, IReadOnlyDictionary<string, double>? Figures)
{
    public static ChartSummary Of(Summary summary) => new(
        summary.Min, summary.Mean, summary.Max, summary.Median, summary.MedianLow, summary.MedianHigh, summary.OperationsPerSecond,
        summary.FloorRatio, summary.Figures);
}
