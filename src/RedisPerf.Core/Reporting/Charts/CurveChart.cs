using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of a job along an axis of numbers: the median at each point, one line for each strategy, a plot for each
/// combination of the values on the other axes. All plots have the same scale. The axes are logarithmic, except one with 0. A strategy that
/// the axis does not affect has a horizontal line; reference lines are dotted. The combination of color and marker is unique for forty
/// lines.</summary>
internal static class CurveChart
{
    private const int Above = 10;

    /// <summary>Circle, triangle, square, diamond and inverted triangle, as paths around the current point.</summary>
    private static readonly string[] Marks =
    [
        "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
        "m0-3.5l3.2 5.8h-6.4z",
        "m-2.4-2.4h4.8v4.8h-4.8z",
        "m0-3.6l3.6 3.6l-3.6 3.6l-3.6-3.6z",
        "m0 3.5l3.2-5.8h-6.4z",
    ];

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
        string[] names = [.. plots.SelectMany(lines => lines).OrderBy(line => line.IsReference).Select(line => line.Name).Distinct()];
        var marks = Curve.Of(document, info)!.Marks;
        var legend = names.Select((name, index) =>
            Legend(name, plots.SelectMany(lines => lines).First(line => line.Name == name).IsReference, index, area));
        var chart = area.Draw(
            names.Length,
            "Median time at each value of the axis, one line per strategy. The table has the same values.",
            panels.Panels.Select((panel, place) => area.Plot(
                place,
                Ticks(document, axis, x, y, area),
                plots[place].Select(line => Draw(line, Array.IndexOf(names, line.Name), x, y)),
                marks.Where(mark => mark.At.Without(axis.Name).IsWithin(panel.At)).Select(mark => Draw(mark, axis, x, area)))),
            panels.Panels.Select(area.Title),
            legend);
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
        foreach (var cases in document.Cases.Where(@case => @case.Summary is not null && panel.Contains(@case, axis))
            .GroupBy(@case => (@case.Strategy, At: @case.At.Without(axis.Name))))
        {
            yield return new(cases.Key.Strategy, false,
                [.. cases.Select(@case => (Point: @case.At.Number(axis.Name), @case.Summary!.Median)).OrderBy(each => each.Point)]);
        }

        foreach (var line in Curve.Of(document, info)!.Lines
            .Where(line => line.Points.Count > 0 && (line.Target is null || line.Target == panel.At.Target)))
        {
            yield return new(line.Label, true, [.. line.Points.Select(point => ((double?)point.Point, point.Seconds))]);
        }
    }

    private static XElement Draw(Line line, int index, ChartAxis x, ChartAxis y)
    {
        // A strategy that the axis does not affect has the same time at every point.
        var points = line.Points is [(null, var level)]
            ? [(x.Of(x.Minimum), y.Of(level)), (x.Of(x.Maximum), y.Of(level))]
            : line.Points.Where(point => point.Point is not null).Select(point => (X: x.Of(point.Point!.Value), Y: y.Of(point.Seconds))).ToArray();
        return SvgShape.Group(
            ClassOf(index, line.IsReference),
            SvgShape.Title(line.Name),
            Polyline(points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#},{point.Y:0.#}")), index),
            line.IsReference ? null : points.Select(point => Mark(index, point.X, point.Y)));
    }

    private static XElement Legend(string name, bool isReference, int index, PlotArea area)
    {
        var (left, top) = (area.X(0), area.Legend + (index * PlotArea.LegendRow));
        var middle = top - 4;
        return SvgShape.Group(
            ClassOf(index, isReference),
            Polyline([$"{left},{middle}", $"{left + 24},{middle}"], index),
            isReference ? null : Mark(index, left + 12, middle),
            SvgShape.Text(name, left + 32, top, "start"));
    }

    private static XAttribute ClassOf(int index, bool isReference) => new("class", $"c{index % PlotArea.Colors}{(isReference ? " reference" : "")}");

    // Colors repeat from the ninth line on. Dashes distinguish the later lines.
    private static XElement Polyline(IEnumerable<string> points, int index) => new(
        SvgShape.Svg + "polyline",
        new XAttribute("points", string.Join(' ', points)),
        index < PlotArea.Colors
            ? null
            : new XAttribute("stroke-dasharray", string.Join(' ', Enumerable.Repeat("2 3", (index / PlotArea.Colors) - 1).Prepend("9 3"))));

    private static XElement Mark(int index, double x, double y) => SvgShape.Path(x, y, Marks[index % Marks.Length]);

    private static XElement Draw(MarkedPoint mark, Axis axis, ChartAxis x, PlotArea area)
    {
        var line = SvgShape.Line("floor", x.Of(mark.Point), Above, x.Of(mark.Point), area.Height);
        line.Add(SvgShape.Title($"{mark.Strategy} on {CoordinatesText.Full(mark.At)}: {mark.Label} {axis.Label}"));
        return line;
    }

    private static XElement[] Tick(double x1, double y1, double x2, double y2, string text, double x, double y, string anchor) =>
        [SvgShape.Line("axis", x1, y1, x2, y2), SvgShape.Text(text, x, y, anchor)];

    /// <param name="Name">The text in the legend.</param>
    /// <param name="IsReference">Not measured in this job.</param>
    /// <param name="Points">Without a point: the axis does not affect the strategy.</param>
    private sealed record Line(string Name, bool IsReference, IReadOnlyList<(double? Point, double Seconds)> Points);

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
