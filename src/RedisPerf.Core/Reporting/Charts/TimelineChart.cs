using System.Globalization;
using System.Text;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>Inline SVG charts of the runs that disturb their server, one for each case: the median and the 99th percentile of the latency, and
/// below them the throughput, over the seconds of the last included run. A line with a word marks the disturbance. All charts have the same scale.
/// Positions are percentages, so that text keeps its size at every width.</summary>
public static class TimelineChart
{
    /// <summary>More cases have no chart. The table has their figures.</summary>
    private const int MaxCharts = 12;

    private const int Top = 30;
    private const int LatencyHeight = 150;
    private const int Gap = 30;
    private const int RateHeight = 70;
    private const int Bottom = 40;
    private const int RateTop = Top + LatencyHeight + Gap;
    private const int Height = RateTop + RateHeight + Bottom;

    /// <summary>Percent of the width for the values of the vertical axes.</summary>
    private const double Left = 15;

    /// <summary>Percent of the width for the half of the last label.</summary>
    private const double Right = 4;

    private const double Width = 100 - Left - Right;

    /// <returns>Null when no included run has a timeline.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo? info)
    {
        (CaseResult Case, RunTimeline Timeline)[] all =
        [
            .. from @case in document.Cases
               let run = @case.Runs.LastOrDefault(run => run is { IsInSummary: true, Timeline.PerSecond.Count: > 0 })
               where run is not null
               select (@case, run.Timeline!),
        ];
        if (info is null || all.Length == 0)
        {
            return null;
        }

        (CaseResult Case, RunTimeline Timeline)[] shown = [.. all.Take(MaxCharts)];
        var scale = new TimelineScale([.. shown.Select(each => each.Timeline)]);
        var note = all.Length > shown.Length
            ? string.Create(CultureInfo.InvariantCulture, $" {all.Length - shown.Length} more cases are in the table only.") : "";
        return new(
            "figure",
            new XElement("div", new XAttribute("class", "maps"), shown.Select(each => Panel(each.Case, each.Timeline, document, info, scale))),
            ChartLegend.Of(ChartLegend.Key("timeline", Key("p99"), "p99"), ChartLegend.Key("timeline", Key("p50"), "p50")),
            new XElement("figcaption", new XElement("span", new XAttribute("class", "quiet"), XmlText.Sentence(
                "Latency by the intended send time (logarithmic) and replies per second over the seconds of the last run of each case. Where a line "
                    + $"of the latency is interrupted, operations failed or too few support it.{note}"))));
    }

    private static XElement Panel(CaseResult @case, RunTimeline timeline, JobDocument document, BenchmarkInfo info, TimelineScale scale)
    {
        var at = CoordinatesText.Full(@case.At, document.Request.Axes);
        var title = $"{@case.Strategy}{(at.Length > 0 ? $" · {at}" : "")}";
        return new(
            "div",
            new XAttribute("class", "map"),
            new XElement("p", new XAttribute("class", "map-title"), XmlText.Of(title)),
            Chart(timeline, title, StrategyLook.Of(@case.Strategy, info), scale));
    }

    private static XElement Chart(RunTimeline timeline, string title, StrategyLook look, TimelineScale scale)
    {
        var mark = Left + (Width * Math.Min(1, timeline.MarkedAt / scale.Seconds));
        var isLate = timeline.MarkedAt > scale.Seconds / 2;
        return new(
            SvgShape.Svg + "svg",
            new XAttribute("class", $"answer-chart timeline {look.CssClass}"),
            new XAttribute("width", "100%"),
            new XAttribute("height", Height),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", XmlText.Of(LabelOf(timeline, title))),
            scale.Decades.Values.Select(decade => new object[]
            {
                Horizontal(scale.LatencyY(decade)),
                SvgShape.TextAtPercent(NumberFormat.SecondsWithUnit(decade), Left - 1.5, scale.LatencyY(decade) + 4, "end", "value"),
            }),
            ((double[])[0, scale.Rate]).Select(rate => new object[]
            {
                Horizontal(scale.RateY(rate)), SvgShape.TextAtPercent(RateText(rate), Left - 1.5, scale.RateY(rate) + 4, "end", "value"),
            }),
            SvgShape.TextAtPercent("replies per second", Left, RateTop - 8, "start", "quiet"),
            scale.Ticks.Select(second => SvgShape.TextAtPercent(
                second.ToString("0.###", CultureInfo.InvariantCulture), Left + (Width * second / scale.Seconds), Height - 22, "middle", "value")),
            SvgShape.TextAtPercent("seconds", Left + (Width / 2), Height - 4, "middle", "quiet"),
            SvgShape.LineAtPercent("mark", mark, Top - 8, mark, RateTop + RateHeight),
            SvgShape.TextAtPercent(timeline.Mark, mark + (isLate ? -1 : 1), Top - 12, isLate ? "end" : "start", "mark-label"),
            Plot(0, Height, Lines("p99", timeline, timeline.P99, scale, scale.LatencyY), Lines("p50", timeline, timeline.P50, scale, scale.LatencyY),
                Lines("rate", timeline, [.. timeline.PerSecond.Select(value => (double?)value)], scale, scale.RateY)));
    }

    // Its own coordinates, of which only the horizontal ones are stretched.
    private static XElement Plot(int top, int height, params object?[] content) => new(
        SvgShape.Svg + "svg",
        SvgShape.Percent("x", Left), SvgShape.Number("y", top), SvgShape.Percent("width", Width), SvgShape.Number("height", height),
        new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 {top} {TimelineScale.Width} {height}")),
        new XAttribute("preserveAspectRatio", "none"),
        new XAttribute("overflow", "visible"),
        content);

    // A value that is not known interrupts the line. A point without neighbors is a short line.
    private static XElement Lines(string name, RunTimeline timeline, IReadOnlyList<double?> values, TimelineScale scale, Func<double, double> y)
    {
        var path = new StringBuilder();
        var isOpen = false;
        foreach (var (index, value) in values.Index())
        {
            if (value is { } known)
            {
                path.Append(CultureInfo.InvariantCulture, $"{(isOpen ? 'L' : 'M')}{scale.X((index + 0.5) * timeline.Step):0.#} {y(known):0.#}");
                path.Append(isOpen ? "" : "h.1");
            }

            isOpen = value is not null;
        }

        return new(SvgShape.Svg + "path", new XAttribute("class", name), new XAttribute("vector-effect", "non-scaling-stroke"),
            new XAttribute("d", path.Length == 0 ? "M0 0" : path.ToString()));
    }

    private static XElement Key(string name) => new(SvgShape.Svg + "path", new XAttribute("class", name), new XAttribute("d", "M1 7H19"));

    private static XElement Horizontal(double y) => SvgShape.LineAtPercent("axis", Left, y, 100 - Right, y);

    private static string RateText(double rate) => rate >= 1_000 ? string.Create(CultureInfo.InvariantCulture, $"{rate / 1e3:0.#} k")
        : rate.ToString("0", CultureInfo.InvariantCulture);

    private static string LabelOf(RunTimeline timeline, string title)
    {
        var p99 = timeline.P99.OfType<double>().ToArray();
        var latency = p99.Length == 0 ? "" : $" p99 from {NumberFormat.SecondsWithUnit(p99.Min())} to {NumberFormat.SecondsWithUnit(p99.Max())}.";
        return string.Create(CultureInfo.InvariantCulture, $"{title}: {timeline.Mark} at {timeline.MarkedAt:0.##} seconds.{latency} From ")
            + $"{NumberFormat.Significant(timeline.PerSecond.Min())} to {NumberFormat.Significant(timeline.PerSecond.Max())} replies per second.";
    }

    /// <summary>The scale of all charts of a job.</summary>
    private sealed class TimelineScale
    {
        /// <summary>The width of the plot in its own coordinates.</summary>
        public const int Width = 1_000;

        private const int MaxTicks = 6;

        /// <summary>Seconds between two ticks of a short run.</summary>
        private const double MinStep = 0.1;

        public TimelineScale(IReadOnlyCollection<RunTimeline> timelines)
        {
            Seconds = timelines.Max(timeline => timeline.Step * timeline.PerSecond.Count);
            Rate = timelines.Max(timeline => timeline.PerSecond.Max());
            double[] latencies = [.. timelines.SelectMany(timeline => timeline.P50.Concat(timeline.P99)).OfType<double>().Where(value => value > 0)];
            Decades = Decades.Around(latencies.Length == 0 ? [1e-4, 1e-2] : latencies);
            var step = Math.Max(MinStep, RoundStep.AtLeast(Seconds / MaxTicks));
            Ticks = [.. Enumerable.Range(0, (int)Math.Floor((Seconds / step) + 1e-9) + 1).Select(tick => tick * step)];
        }

        public double Seconds { get; }

        /// <summary>The highest throughput.</summary>
        public double Rate { get; }

        /// <summary>The powers of ten around all latencies, in seconds.</summary>
        public Decades Decades { get; }

        /// <summary>In seconds.</summary>
        public IReadOnlyList<double> Ticks { get; }

        public double X(double second) => Width * second / Seconds;

        public double LatencyY(double latency) =>
            Top + (LatencyHeight * (1 - Decades.ShareOf(Math.Max(latency, Decades.Values[0]))));

        public double RateY(double rate) => RateTop + (Rate > 0 ? RateHeight * (1 - (rate / Rate)) : RateHeight);
    }
}
