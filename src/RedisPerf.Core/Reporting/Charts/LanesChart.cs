using System.Globalization;
using System.Text;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of the lanes of a job, with the rows of the live chart in chart-lanes.js: for each case its slices, its runs,
/// their range, the median and its interval, on one logarithmic axis. The floor is a dashed line through the rows of its cases.</summary>
public static class LanesChart
{
    /// <summary>Explains the marks, after the name of the figure.</summary>
    public const string Legend = "mark: run, hollow: warm-up; grey dot: slice; bar: shortest to longest; line: median; whisker: 95% interval, "
        + "from six runs on";

    /// <summary>Explains the line of the floor, after the <see cref="Legend"/>; a job without a usable floor has none.</summary>
    public const string FloorLegend = "; dashed: floor";

    /// <summary>Explains the marks of disturbed runs: see <see cref="RoundState.AreMarked"/>.</summary>
    public const string DisturbedLegend = "; ▾: disturbed";

    /// <summary>More dots are not readable, and the file would become large.</summary>
    private const int MaxSlices = 4_000;

    private const int RowHeight = 26;
    private const int Names = 22;
    private const int Medians = 322;
    private const int Left = 336;
    private const int Width = 960;
    private const int Right = Width - 20;
    private const int Bottom = 40;
    private const int MaxName = 32;

    /// <summary>The runs are above the middle of their row, the slices below it.</summary>
    private const double RunsAt = -4;
    private const double SlicesAt = 6.5;
    private const double SliceStep = 1.6;

    /// <summary>The name of the figure.</summary>
    /// <param name="info">The benchmark; null when it no longer exists.</param>
    public static string TitleOf(BenchmarkInfo? info) => info?.ComparedFigure?.Label ?? $"time per {info?.TimePer ?? "run"}";

    /// <summary>Explains the marks of a chart of a job.</summary>
    public static string LegendOf(JobDocument document, BenchmarkInfo info) =>
        Legend + (FloorsOf(document, info).Length > 0 ? FloorLegend : "") + (RoundState.AreMarked(document.Cases) ? DisturbedLegend : "");

    /// <param name="info">Its benchmark; null when the benchmark no longer exists: its cases may have no common scale.</param>
    /// <param name="maxRows">Further rows are omitted.</param>
    /// <returns>Null when no run has a time.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo? info, int maxRows = int.MaxValue)
    {
        Lane[] lanes = info is null ? [] : [.. LanesOf(document, info).Take(maxRows)];
        // The warm-up does not stretch the axis, unless there is nothing else.
        var timed = lanes.SelectMany(lane => lane.Times(isWarmup: false)).ToArray();
        double[] times = timed.Length > 0 ? timed : [.. lanes.SelectMany(lane => lane.Times(isWarmup: true))];
        if (times.Length == 0)
        {
            return null;
        }

        var scale = ColumnScale.OfSeconds(times.Select(time => (double?)time));
        var axis = new TimeAxis(times.Min() * scale.Factor, times.Max() * scale.Factor, Left, Right);
        var (height, areMarked) = (lanes.Length * RowHeight, RoundState.AreMarked(document.Cases));
        return SvgShape.Chart(
            Width,
            height + Bottom,
            "The slices, the runs and the median of each case on one logarithmic axis. The table has the same values.",
            new XAttribute("class", "lanes-svg"),
            lanes.Index().Where(lane => lane.Index % 2 == 1).Select(lane => SvgShape.Bar("stripe", 0, lane.Index * RowHeight, Width, RowHeight)),
            axis.Ticks.Select(tick => new[]
            {
                SvgShape.Line("axis", axis.Of(tick), 0, axis.Of(tick), height),
                SvgShape.Text(tick.ToString("0.######", CultureInfo.InvariantCulture), axis.Of(tick), height + 16, "middle", "quiet"),
            }),
            SvgShape.Text($"{scale.Unit} per {info!.TimePer ?? "run"}", (Left + Right) / 2.0, height + 34, "middle", "quiet"),
            lanes.Select((lane, index) => Row(lane, (index * RowHeight) + (RowHeight / 2), axis, scale, areMarked)));
    }

    private static XElement Row(Lane lane, int middle, TimeAxis axis, ColumnScale scale, bool areMarked)
    {
        var (look, summary) = (lane.Look, lane.Case.Summary);
        double X(double seconds) => axis.Of(seconds * scale.Factor);
        var y = middle + RunsAt;
        return SvgShape.Group(
            new XAttribute("class", look.CssClass),
            SvgShape.Title(lane.Words),
            lane.Floor is { } floor && axis.Contains(floor * scale.Factor)
                ? SvgShape.Line("floor-line", X(floor), middle - (RowHeight / 2), X(floor), middle + (RowHeight / 2))
                : null,
            summary is null ? null : SvgShape.Bar("range", X(summary.Min), y - 6.5, Math.Max(2, X(summary.Max) - X(summary.Min)), 13),
            SvgShape.Mark(look.IsFloor ? StrategyLook.FloorMarker.Path : look.Path, 8, middle),
            SvgShape.Text(AnswerChart.Short(lane.Name, MaxName), Names, middle + 4, "start"),
            SvgShape.Text(summary is null ? NumberFormat.None : $"{scale.Text(summary.Median)} {scale.Unit}", Medians, middle + 4, "end"),
            Slices(lane, middle, axis, scale.Factor),
            lane.Runs.Where(run => axis.Contains(run.Seconds * scale.Factor)).Select(run => new[]
            {
                SvgShape.Mark(look.Path, X(run.Seconds), y, run.IsPale ? "pale" : null),
                run.IsDisturbed && areMarked
                    ? SvgShape.Mark("M-2.5 -10H2.5L0 -6Z", X(run.Seconds), y, run.IsPale ? "disturbance pale" : "disturbance")
                    : null,
            }),
            summary is null ? null : SvgShape.Line("median", X(summary.Median), y - 8, X(summary.Median), y + 8),
            summary is { MedianLow: { } low, MedianHigh: { } high } ? SvgShape.Whisker(X(low), y, X(high), y) : null);
    }

    // One path for all dots of a row: a line without a length and with round ends is a dot.
    private static XElement? Slices(Lane lane, int middle, TimeAxis axis, double factor)
    {
        var path = new StringBuilder();
        foreach (var (seconds, turn) in lane.Slices.Where(slice => axis.Contains(slice.Seconds * factor)))
        {
            path.Append(
                CultureInfo.InvariantCulture, $"M{axis.Of(seconds * factor):0.#} {middle + SlicesAt + (((turn % 3) - 1) * SliceStep):0.#}h0");
        }

        return path.Length == 0 ? null
            : new(SvgShape.Svg + "path", new XAttribute("class", "slices"), new XAttribute("d", path.ToString()));
    }

    private static CaseResult[] FloorsOf(JobDocument document, BenchmarkInfo info)
    {
        var withoutFloor = BenchmarkSummaries.WithUnusableFloor(document.Cases, info, document.Request);
        return [.. document.Cases.Where(@case => @case.Strategy == info.LowerBound && @case.Summary is not null && !withoutFloor.Contains(@case))];
    }

    private static IEnumerable<Lane> LanesOf(JobDocument document, BenchmarkInfo info)
    {
        var (request, rule) = (document.Request, BenchmarkInfo.RuleOf(document.Request, info));
        var hasSlices = document.Cases.Sum(@case => @case.Runs.Sum(run => run.Slices?.Count ?? 0)) <= MaxSlices;
        var floors = FloorsOf(document, info);
        return BenchmarkInfo.WithoutReference(document, info).Cases.Select(@case => (Case: @case, Look: StrategyLook.Of(@case.Strategy, info)))
            .OrderBy(each => each.Case.At, request.Order).ThenBy(each => each.Look.Order)
            .Select(each => new Lane(
                each.Case,
                each.Look,
                each.Case.Strategy + CoordinatesText.After(each.Case.At, request),
                [
                    .. from run in each.Case.Runs
                       let time = run.State == RunState.Ok ? rule.TimeOf(run) : null
                       where time > 0
                       select new LaneRun(time.Value, run.Warmup, run.Warmup || run.IsFullyExcludedByUser, CaseStatistics.IsDisturbed(run)),
                ],
                [
                    .. from run in hasSlices ? each.Case.Runs : []
                       where run is { Warmup: false, Slices: not null }
                       from slice in rule.SliceTimes(run).Index()
                       where slice.Item > 0
                       select (slice.Item, slice.Index),
                ],
                Array.Find(floors, floor => floor.At.IsWithin(each.Case.At))?.Summary!.Median));
    }

    /// <param name="Name">The strategy, with the coordinates that differ within the job.</param>
    /// <param name="Slices">Each slice's estimate of the time of its run, with its place in the run.</param>
    /// <param name="Floor">The median of its floor; null without a usable one.</param>
    private sealed record Lane(
        CaseResult Case, StrategyLook Look, string Name, IReadOnlyList<LaneRun> Runs, IReadOnlyList<(double Seconds, int Turn)> Slices,
        double? Floor)
    {
        public string Words => $"{Name}: {(Case.Summary is { } summary ? OfSummary(summary) : "no timed run succeeded")}";

        public IEnumerable<double> Times(bool isWarmup) =>
        [
            .. Runs.Where(run => run.IsWarmup == isWarmup).Select(run => run.Seconds),
            .. isWarmup ? [] : Slices.Select(slice => slice.Seconds),
        ];

        private string OfSummary(Summary summary)
        {
            var interval = summary is { MedianLow: { } low, MedianHigh: { } high }
                ? $" (95%: {NumberFormat.SecondsWithUnit(low)} to {NumberFormat.SecondsWithUnit(high)})"
                : "";
            var floor = Floor is null || summary.FloorRatio is null ? "" : $", {NumberFormat.Significant(summary.FloorRatio)}× the floor";
            return $"min {NumberFormat.SecondsWithUnit(summary.Min)}, median {NumberFormat.SecondsWithUnit(summary.Median)}{interval}, "
                + $"max {NumberFormat.SecondsWithUnit(summary.Max)}{floor}";
        }
    }

    /// <param name="IsPale">Whether it is not included in the summary.</param>
    private readonly record struct LaneRun(double Seconds, bool IsWarmup, bool IsPale, bool IsDisturbed);

    /// <summary>A logarithmic axis with round ticks.</summary>
    private sealed class TimeAxis
    {
        private const double Padding = 1.15;
        private const int MaxTicks = 9;

        // From the coarsest to the finest.
        private static readonly double[][] Steps =
        [
            [1], [1, 3], [1, 2, 5], [1, 2, 3, 5, 7], [1, 2, 3, 4, 5, 6, 7, 8, 9],
            [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9], [.. Enumerable.Range(10, 90).Select(tenth => tenth / 10.0)],
        ];

        private readonly (double Min, double Max, double From, double To) _range;

        /// <param name="min">The smallest value, in the unit of the ticks.</param>
        /// <param name="max">The largest value.</param>
        /// <param name="from">The position of the smallest value with its padding.</param>
        /// <param name="to">The position of the largest value.</param>
        public TimeAxis(double min, double max, double from, double to)
        {
            _range = (min / Padding, max * Padding, from, to);
            Ticks = LogarithmicTicks.Of(_range.Min, _range.Max, Steps, MaxTicks);
        }

        public IReadOnlyList<double> Ticks { get; }

        public bool Contains(double value) => value >= _range.Min && value <= _range.Max;

        public double Of(double value) =>
            _range.From + ((_range.To - _range.From) * Math.Log(value / _range.Min) / Math.Log(_range.Max / _range.Min));
    }
}
