using System.Globalization;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Reports;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>A row of a job's summary table. wwwroot/js/job-rows.js makes the same row from the live events.</summary>
public sealed record CaseRow
{
    public required StrategyLook Look { get; init; }
    public required CaseResult Case { get; init; }

    /// <summary>Fields that the job means to write; null where the benchmark has no such option.</summary>
    public required long? Items { get; init; }

    public required string Baseline { get; init; }

    public string Key => $"{Case.Strategy}|{Case.Target}|{Case.Point}";

    private IEnumerable<Run> Timed => Case.Runs.Where(run => !run.Warmup);

    private IEnumerable<Run> Ok => Timed.Where(run => run.State == RunState.Ok);

    /// <summary>Seconds of encoding in a run, by the mean; null when there is none.</summary>
    public double? EncodeSeconds => Mean(run => run.EncodeSeconds) is > 0 and var seconds ? seconds : null;

    /// <summary>The server's memory growth over the items, by the median; null where the engine tells nothing of use.</summary>
    public double? BytesPerItem
    {
        get
        {
            var growths = Ok.Select(run => run.Server?.UsedMemoryDelta).OfType<long>().Order().ToList();
            return Items is > 0 && growths.Count > 0 && growths[growths.Count / 2] > 0 ? (double)growths[growths.Count / 2] / Items : null;
        }
    }

    /// <summary>How many times the items were written; null when once, as it should be.</summary>
    public double? Amplification =>
        Items is > 0 && Ok.LastOrDefault()?.Operations is { } operations && operations > Items ? (double)operations / Items : null;

    /// <summary>Each failure's sentence with how often it happened, warm-ups included.</summary>
    public IEnumerable<string> Failures => Case.Runs
        .Where(run => run.State == RunState.Failed)
        .GroupBy(run => run.Error ?? "It gave no reason.")
        .Select(group => string.Create(CultureInfo.InvariantCulture, $"{group.Count()} of {Case.Runs.Count} runs failed: {group.Key}"));

    public string Verified => Timed.Any() ? string.Create(CultureInfo.InvariantCulture, $"{Ok.Count(run => run.Verified)}/{Timed.Count()}") : Figures.None;

    /// <summary><c>1.9 × faster</c>: always told with the greater number first.</summary>
    public static string Against(Ratio? ratio) => ratio switch
    {
        null => Figures.None,
        { Verdict: Verdict.Same } => "same",
        { Verdict: Verdict.Unclear } => "unclear",
        _ => $"{Figures.Number(Factor(ratio))} × {Word(ratio)}",
    };

    /// <summary>The interval in the direction of <see cref="Against"/>: <c>1.8–2.0</c>; empty without one.</summary>
    public static string Interval(Ratio? ratio) => ratio switch
    {
        { Low: { } low, High: { } high } => ratio.Verdict == Verdict.Faster
            ? $"{Figures.Number(1 / high)}–{Figures.Number(1 / low)}"
            : $"{Figures.Number(low)}–{Figures.Number(high)}",
        _ => "",
    };

    public static double Factor(Ratio ratio) => ratio.Verdict == Verdict.Faster ? 1 / ratio.Value : ratio.Value;

    public static string Word(Ratio ratio) => ratio.Verdict.ToString().ToLowerInvariant();

    private double? Mean(Func<Run, double?> figure)
    {
        var values = Ok.Select(figure).OfType<double>().ToList();
        return values.Count == 0 ? null : values.Average();
    }
}
