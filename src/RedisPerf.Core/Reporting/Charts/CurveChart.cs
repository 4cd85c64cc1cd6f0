using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of a job along an axis of numbers: the median at each point, one line for each strategy, a plot for each
/// combination of the values on the other axes. All plots have the same scale. The axes are logarithmic, except one with 0. A strategy that
/// the axis does not affect has a horizontal line; reference lines are dotted.</summary>
internal static class CurveChart
{
    private const int Above = 10;

    /// <returns>Null when no case has a point and a summary.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo info)
    {
        if (ChartPanels.Of(document, info) is not { Axis: { IsNumeric: true } axis } panels)
        {
            return null;
        }

        var plots = panels.Panels.Select(panel => LinesOf(document, info, panel, axis).ToArray()).ToArray();
        var points = plots.SelectMany(lines => lines).SelectMany(line => line.Points).ToArray();
        if (points.All(point => point.Point is null))
        {
            return null;
        }

        var area = new PlotArea(panels.Panels.Count);
        var (x, y) = (new ChartAxis(points.Select(point => point.Point).OfType<double>(), 0, area.Width),
            new ChartAxis(points.Select(point => point.Seconds), area.Height, Above));
        Line[] lines = [.. plots.SelectMany(each => each).OrderBy(line => line.IsReference).ThenBy(line => line.Look?.Order)
            .DistinctBy(line => line.Name)];
        var marks = Curve.Of(document, info)!.Marks;
        var chart = area.Draw(
            lines.Length,
            "Median time at each value of the axis, one line per strategy. The table has the same values.",
            panels.Panels.Select((panel, place) => area.Plot(
                place,
                Ticks(document, axis, x, y, area),
                plots[place].Select(line => Draw(line, x, y)),
                marks.Where(mark => mark.At.Without(axis.Name).IsWithin(panel.At))
                    .Select(mark => Draw(mark, document.Request, info, axis, x, area)))),
            panels.Panels.Select(area.Title),
            lines.Select((line, index) => Legend(line, index, area)));
        return new("figure", chart, new XElement(
            "figcaption", $"Median {info.TimeLabel} by {axis.Label}; {(x.IsLogarithmic ? "both axes are" : "the vertical axis is")} logarithmic. "
                + $"Dotted lines: not measured in this job.{(panels.Omitted is { } omitted ? $" {omitted}" : "")}"));
    }

    private static IEnumerable<object> Ticks(JobDocument document, Axis axis, ChartAxis x, ChartAxis y, PlotArea area) =>
    [
        x.TicksWithin(area.Width / 60).Select(tick => Tick(
            x.Of(tick), area.Height, x.Of(tick), Above, CoordinatesText.Point(tick, document.Request), x.Of(tick), area.Height + 18, "middle")),
        y.TicksWithin(int.MaxValue).Select(
            tick => Tick(0, y.Of(tick), area.Width, y.Of(tick), NumberFormat.SecondsWithUnit(tick), -8, y.Of(tick) + 4, "end")),
        SvgShape.Text(axis.Label, area.Width / 2.0, area.Height + 38, "middle"),
    ];

    private static IEnumerable<Line> LinesOf(JobDocument document, BenchmarkInfo info, ChartPanel panel, Axis axis)
    {
        foreach (var cases in BenchmarkInfo.WithoutReference(document, info).Cases
            .Where(@case => @case.Summary is not null && panel.Contains(@case, axis))
            .GroupBy(@case => (@case.Strategy, At: @case.At.Without(axis.Name))))
        {
            yield return new(cases.Key.Strategy, StrategyLook.Of(cases.Key.Strategy, info), null,
                [.. cases.Select(@case => (Point: @case.At.Number(axis.Name), @case.Summary!.Median)).OrderBy(each => each.Point)]);
        }

        var shown = Curve.Of(document, info)!.Lines
            .Where(line => line.Points.Count > 0 && (line.Target is null || line.Target == panel.At.Target)).ToArray();
        foreach (var (index, line) in shown.Index())
        {
            yield return new(line.Label, line.Strategy is { } strategy ? StrategyLook.Of(strategy, info) : null,
                shown.Take(index).Count(other => other.Strategy == line.Strategy),
                [.. line.Points.Select(point => ((double?)point.Point, point.Seconds))]);
        }
    }

    private static XElement Draw(Line line, ChartAxis x, ChartAxis y)
    {
        // A strategy that the axis does not affect has the same time at every point.
        var points = line.Points is [(null, var level)]
            ? [(x.Of(x.Minimum), y.Of(level)), (x.Of(x.Maximum), y.Of(level))]
            : line.Points.Where(point => point.Point is not null).Select(point => (X: x.Of(point.Point!.Value), Y: y.Of(point.Seconds))).ToArray();
        return SvgShape.Group(ClassOf(line), SvgShape.Title(line.Name), Polyline(line, points), Marks(line, points));
    }

    private static XElement Legend(Line line, int index, PlotArea area)
    {
        var (left, top) = (area.X(0), area.Legend + (index * PlotArea.LegendRow));
        var middle = top - 4;
        return SvgShape.Group(
            ClassOf(line),
            Polyline(line, (left, middle), (left + 24, middle)),
            Marks(line, (left + 12, middle)),
            SvgShape.Text(line.Name, left + 32, top, "start"));
    }

    private static XAttribute ClassOf(Line line) =>
        new("class", string.Join(' ', new[] { line.IsReference ? "reference" : null, line.Look?.CssClass }.OfType<string>()));

    // The dots of several lines of the same color are in different groups.
    private static XElement Polyline(Line line, params (double X, double Y)[] points) => new(
        SvgShape.Svg + "polyline",
        new XAttribute(
            "points", string.Join(' ', points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#},{point.Y:0.#}")))),
        line.Reference is not { } place ? null
            : new XAttribute("stroke-dasharray", string.Join(' ', Enumerable.Repeat("2 3", place).Append(place > 0 ? "2 9" : "2 3"))));

    private static IEnumerable<XElement>? Marks(Line line, params (double X, double Y)[] points) =>
        line.IsReference ? null : points.Select(point => SvgShape.Mark(line.Look!.Path, point.X, point.Y));

    private static XElement Draw(MarkedPoint mark, JobRequest request, BenchmarkInfo info, Axis axis, ChartAxis x, PlotArea area) => SvgShape.Group(
        new XAttribute("class", StrategyLook.Of(mark.Strategy, info).CssClass),
        SvgShape.Line("marked", x.Of(mark.Point), Above, x.Of(mark.Point), area.Height),
        SvgShape.Title($"{mark.Strategy} on {CoordinatesText.Full(mark.At, request.Axes)}: {mark.Label} {axis.Label}"));

    private static XElement[] Tick(double x1, double y1, double x2, double y2, string text, double x, double y, string anchor) =>
        [SvgShape.Line("axis", x1, y1, x2, y2), SvgShape.Text(text, x, y, anchor)];

    /// <param name="Name">The text in the legend.</param>
    /// <param name="Look">That of its strategy; null for a reference of none.</param>
    /// <param name="Reference">Not measured in this job: its place among those of its strategy; null for a measured line.</param>
    /// <param name="Points">Without a point: the axis does not affect the strategy.</param>
    private sealed record Line(string Name, StrategyLook? Look, int? Reference, IReadOnlyList<(double? Point, double Seconds)> Points)
    {
        public bool IsReference => Reference is not null;
    }

    /// <summary>A logarithmic axis, or a linear one when it has a value of 0.</summary>
    private sealed class ChartAxis(IEnumerable<double> values, double from, double to)
    {
        private const int LinearTicks = 5;

        private readonly double[] _values = [.. values];

        public bool IsLogarithmic => Minimum > 0;

        public double Minimum => _values.Min();

        public double Maximum => _values.Max();

        /// <summary>The powers of ten in its range, or its two ends when there are fewer than two; of a linear axis, its values.</summary>
        /// <param name="maxCount">Number of ticks that there is room for.</param>
        public IEnumerable<double> TicksWithin(int maxCount)
        {
            if (!IsLogarithmic)
            {
                var distinct = _values.Distinct().Order().ToArray();
                return Thin(distinct, Math.Min(maxCount, LinearTicks));
            }

            var first = (int)Math.Ceiling(Math.Log10(Minimum) - 1e-9);
            var powers = Enumerable.Range(first, Math.Max(0, (int)Math.Floor(Math.Log10(Maximum) + 1e-9) - first + 1))
                .Select(power => Math.Pow(10, power)).ToArray();
            return powers.Length >= 2 ? Thin(powers, maxCount) : new[] { Minimum, Maximum }.Distinct();
        }

        private static IEnumerable<double> Thin(double[] ticks, int maxCount) =>
            ticks.Where((_, index) => index % Math.Max(1, ticks.Length / maxCount) == 0);

        public double Of(double value) =>
            Maximum <= Minimum ? (from + to) / 2
            : IsLogarithmic ? from + ((to - from) * Math.Log(value / Minimum) / Math.Log(Maximum / Minimum))
            : from + ((to - from) * (value - Minimum) / (Maximum - Minimum));
    }
}
