using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The cases of a job with formatted values, fastest first and the floor last, for all reports.</summary>
public sealed record SummaryTable(IReadOnlyList<SummaryColumn> Columns, IReadOnlyList<SummaryRow> Rows)
{
    /// <summary>Shown instead of a missing value.</summary>
    private const string None = "–";

    private static readonly Column[] All =
    [
        new("strategy", false, line => line.IsFloor ? $"{line.Case.Strategy} (reference)" : line.Case.Strategy),
        new("target", false, line => line.Case.Target) { IsShown = lines => lines.Select(line => line.Case.Target).Distinct().Count() > 1 },
        new("point", true, line => line.Case.Point is null ? None : NumberFormat.Whole(line.Case.Point)) { IsShown = lines => lines.Any(line => line.Case.Point is not null) },
        Figure("min s", summary => NumberFormat.Seconds(summary.Min)),
        Figure("avg s", summary => NumberFormat.Seconds(summary.Mean)),
        Figure("95% CI of avg", summary => summary.MeanLow is null ? None : $"{NumberFormat.Seconds(summary.MeanLow)}–{NumberFormat.Seconds(summary.MeanHigh)}") with { IsShown = lines => lines.Any(line => line.Case.Summary?.MeanLow is not null) },
        Figure("max s", summary => NumberFormat.Seconds(summary.Max)),
        Figure("median s", summary => NumberFormat.Seconds(summary.Median)),
        Figure("CV %", summary => summary.CoefficientOfVariation is null ? None : NumberFormat.Percent(summary.CoefficientOfVariation)),
        Figure("MB/s", summary => NumberFormat.MegabytesPerSecond(summary.PayloadBytesPerSecond)),
        Figure("× floor", summary => summary.FloorRatio is null ? None : NumberFormat.Significant(summary.FloorRatio)) with { IsShown = lines => lines.Any(line => line.Case.Summary?.FloorRatio is not null) },
        new("vs baseline", false, line => line.IsBaseline ? "baseline" : line.Case.Summary?.Ratio is { } ratio ? NumberFormat.Comparison(ratio) : None)
        {
            IsShown = lines => lines.Any(line => line.Case.Summary?.Ratio is not null),
        },
        new("bound by", false, line => line.Case.Summary?.BoundBy is { } bound ? JobText.Word(bound) : None) { IsShown = IsBusyKnown },
        new("CPU %, client/server", true, line => $"{Share(line.Case.Summary?.ClientBusy)}/{Share(line.Case.Summary?.ServerBusy)}") { IsShown = IsBusyKnown },
        new("encode s", true, line => line.Case.Summary is null ? None : NumberFormat.Seconds(CaseStatistics.Median(line.Case, run => run.EncodeSeconds)))
        {
            IsShown = lines => lines.Any(line => line.Case.Runs.Any(run => run.EncodeSeconds > 0)),
        },
        new("verified", true, line => line.Case.Unsupported is not null ? "not supported" : $"{CaseStatistics.Timed(line.Case).Count}/{line.RunsRequested}"),
        new("disturbed", false, line => Disturbed(CaseStatistics.Disturbed(line.Case)))
        {
            IsShown = lines => lines.Any(line => CaseStatistics.Disturbed(line.Case).Count > 0),
        },
    ];

    /// <summary>The table of a job, finished or not.</summary>
    /// <param name="document">The job.</param>
    /// <param name="info">Its benchmark, which names the floor and the baseline; null when the benchmark no longer exists.</param>
    public static SummaryTable Of(JobDocument document, BenchmarkInfo? info)
    {
        var fastest = info is null ? null : Summaries.Fastest(document.Cases, info.Floor);
        var targets = document.Cases.Select(@case => @case.Target).Distinct().ToList();
        var baseline = BenchmarkInfo.BaselineOf(document.Request, info);
        Line[] lines =
        [
            .. document.Cases
                .Select(@case => new Line(
                    @case,
                    @case.Strategy == info?.Floor,
                    @case.Strategy == baseline,
                    document.Request.Runs))
                .OrderBy(line => targets.IndexOf(line.Case.Target)).ThenBy(line => line.Case.Point).ThenBy(line => line.IsFloor)
                .ThenBy(line => line.Case.Summary?.Median ?? double.PositiveInfinity),
        ];
        Column[] columns = [.. All.Where(column => column.IsShown(lines)), .. (info?.Columns ?? []).Where(figure => !figure.IsExceptional || lines.Any(line => figure.In(line.Case.Summary) is not null)).Select(Own)];
        return new(
            [.. columns.Select(column => new SummaryColumn(Header(column, info, baseline), column.IsNumber))],
            [.. lines.Select(line => new SummaryRow(line.Case, line.IsFloor, ReferenceEquals(line.Case, fastest), [.. columns.Select(column => column.Cell(line))]))]);
    }

    // The meaning of the columns depends on the benchmark: a time per call, a sweep over batch sizes.
    private static string Header(Column column, BenchmarkInfo? info, string? baseline) => column.Header switch
    {
        "vs baseline" when baseline is not null => $"vs {baseline}",
        "point" when info?.Sweep is { } sweep => sweep.Label,
        "min s" or "avg s" or "max s" or "median s" when info?.TimePer is { } operation => $"{column.Header}/{operation}",
        var header => header,
    };

    private static Column Own(FigureColumn figure) =>
        new(figure.Label, true, line => figure.In(line.Case.Summary) is { } value ? NumberFormat.Figure(figure, value) : None);

    private static Column Figure(string header, Func<Summary, string> words) =>
        new(header, true, line => line.Case.Summary is { } summary ? words(summary) : None);

    private static bool IsBusyKnown(IReadOnlyList<Line> lines) =>
        lines.Any(line => line.Case.Summary is { ClientBusy: not null } or { ServerBusy: not null });

    private static string Share(double? share) => share is null ? None : string.Create(CultureInfo.InvariantCulture, $"{100 * share:0}");

    private static string Disturbed(IReadOnlyList<Run> runs) => runs.Count(run => run.LeftOut) switch
    {
        _ when runs.Count == 0 => "",
        0 => $"{runs.Count}",
        var leftOut => $"{runs.Count}, {leftOut} excluded",
    };

    private sealed record Line(CaseResult Case, bool IsFloor, bool IsBaseline, int RunsRequested);

    private sealed record Column(string Header, bool IsNumber, Func<Line, string> Cell)
    {
        public Func<IReadOnlyList<Line>, bool> IsShown { get; init; } = _ => true;
    }
}
