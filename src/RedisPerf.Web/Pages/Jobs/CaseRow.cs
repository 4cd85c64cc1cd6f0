using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>A row of a job's summary table. wwwroot/js/job-rows.js makes the same row from the live events.</summary>
public sealed record CaseRow
{
    public required StrategyLook Look { get; init; }
    public required CaseResult Case { get; init; }

    /// <summary>Timed runs that were asked for; null of a benchmark that is not known here, where nobody can tell what a run had to show.</summary>
    public required int? RunsRequested { get; init; }

    /// <summary>The benchmark's exceptional figures that this case has, each with its text.</summary>
    public required IReadOnlyList<(FigureColumn Figure, string Text)> Notices { get; init; }

    public required bool IsBaseline { get; init; }

    public string Key => $"{Case.Strategy}|{Case.Target}|{Case.Point}";

    /// <summary>Seconds of encoding in a run, by the median; null when there is none.</summary>
    public double? EncodeSeconds => CaseStatistics.EncodeSeconds(Case);

    /// <summary>The mean with all its digits and its interval, for the hover.</summary>
    public string MeanExact => Case.Summary is { MeanLow: { } low, MeanHigh: { } high } summary
        ? $"{Cells.Exact(summary.Mean, "s")}; 95 % interval {Cells.Exact(low, "s")} to {Cells.Exact(high, "s")}"
        : Cells.Exact(Case.Summary?.Mean, "s");

    public string BoundBy => Case.Summary?.BoundBy?.ToString().ToLowerInvariant() ?? Cells.None;

    /// <summary>Which side was busy how much, for the hover.</summary>
    public string Busy => Case.Summary is { } summary ? CaseText.Busy(summary) : "";

    /// <summary>Why the target cannot run it, or each failure's sentence with how often it happened, warm-ups included.</summary>
    public IEnumerable<string> Failures => Case.Unsupported is { } reason ? [$"Not supported: {reason.ToText()}"] : Case.Runs
        .Where(run => run.State == RunState.Failed)
        .GroupBy(run => run.Error)
        .Select(group => string.Create(CultureInfo.InvariantCulture, $"{group.Count()} of {Case.Runs.Count} runs failed: {group.Key.ToText() ?? "The reason is not known."}"));

    /// <summary>How many runs something disturbed, and what; null when none.</summary>
    public string? Disturbances => CaseText.Disturbances(Case);

    public string Verified => RunsRequested is { } requested
        ? string.Create(CultureInfo.InvariantCulture, $"{CaseStatistics.Timed(Case).Count}/{requested}")
        : CaseStatistics.Timed(Case).Count.ToString(CultureInfo.InvariantCulture);
}
