using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of a job with a curve: the median at each point, one line for each strategy at the same other coordinates. The
/// axes are logarithmic, except one with 0. A strategy that the axis does not affect has a horizontal line; reference lines are dotted. The
/// combination of color and marker is unique for forty lines.</summary>
internal static class CurveChart
{
    private const int Left = 90;
    private const int Width = 640;
    private const int Height = 360;
    private const int Right = 20;
    private const int Bottom = 48;
    private const int LegendRow = 20;
    private const int Colors = 8;

    /// <summary>Circle, triangle, square, diamond and inverted triangle, as paths around the current point.</summary>
    private static readonly string[] Marks =
    [
        "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
        "m0-3.5l3.2 5.8h-6.4z",
        "m-2.4-2.4h4.8v4.8h-4.8z",
        "m0-3.6l3.6 3.6l-3.6 3.6l-3.6-3.6z",
        "m0 3.5l3.2-5.8h-6.4z",
    ];

    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    /// <returns>Null when no case has a point and a summary.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo info)
    {
        var lines = LinesOf(document, info).ToArray();
        var points = lines.SelectMany(line => line.Points).ToArray();
        if (points.All(point => point.Point is null) || document.Request.Curve is not { } curve)
        {
            return null;
        }

        var (x, y) = (new ChartAxis(points.Select(point => point.Point).OfType<double>(), Left, Left + Width),
            new ChartAxis(points.Select(point => point.Seconds), Height, 10));
        var height = Height + Bottom + (lines.Length * LegendRow);
        var chart = new XElement(
            Svg + "svg",
            new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {Left + Width + Right} {height}")),
            new XAttribute("width", Left + Width + Right),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", "Median time at each value of the axis, one line per strategy. The table has the same values."),
            x.Ticks.Select(
                tick => Tick(x.Of(tick), Height, x.Of(tick), 10, CoordinatesText.Point(tick, document.Request), x.Of(tick), Height + 18, "middle")),
            y.Ticks.Select(
                tick => Tick(Left, y.Of(tick), Left + Width, y.Of(tick), NumberFormat.SecondsWithUnit(tick), Left - 8, y.Of(tick) + 4, "end")),
            Text(curve.Label, Left + (Width / 2), Height + 38, "middle"),
            lines.Select((line, index) => Draw(line, index, x, y)),
            Curve.Of(document, info)!.Marks.Select(mark => Draw(mark, curve, x)));
        return new("figure", chart, new XElement(
            "figcaption", $"Median {info.TimeLabel} by {curve.Label}; {(x.IsLogarithmic ? "both axes are" : "the vertical axis is")} logarithmic. "
                + "Dotted lines: not measured in this job."));
    }

    private static IEnumerable<Line> LinesOf(JobDocument document, BenchmarkInfo info)
    {
        var request = document.Request;
        foreach (var cases in document.Cases.Where(@case => @case.Summary is not null)
            .GroupBy(@case => (@case.Strategy, Panel: request.PanelOf(@case.At))))
        {
            var name = cases.Key.Strategy + CoordinatesText.After(cases.Key.Panel, request);
            yield return new(
                name, false, [.. cases.Select(@case => (Point: request.PointOf(@case.At), @case.Summary!.Median)).OrderBy(each => each.Point)]);
        }

        foreach (var line in Curve.Of(document, info)!.Lines.Where(line => line.Points.Count > 0))
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
        var name = $"c{index % Colors}{(line.IsReference ? " reference" : "")}";
        var (legend, middle) = (Height + Bottom + (index * LegendRow), Height + Bottom + (index * LegendRow) - 4);
        return new(
            Svg + "g",
            new XAttribute("class", name),
            new XElement(Svg + "title", XmlText.Of(line.Name)),
            Polyline(points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#},{point.Y:0.#}")), index),
            line.IsReference ? null : points.Select(point => Mark(index, point.X, point.Y)),
            Polyline([$"{Left},{middle}", $"{Left + 24},{middle}"], index),
            line.IsReference ? null : Mark(index, Left + 12, middle),
            Text(line.Name, Left + 32, legend, "start"));
    }

    // Colors repeat from the ninth line on. Dashes distinguish the later lines.
    private static XElement Polyline(IEnumerable<string> points, int index) => new(
        Svg + "polyline",
        new XAttribute("points", string.Join(' ', points)),
        index < Colors ? null : new XAttribute("stroke-dasharray", string.Join(' ', Enumerable.Repeat("2 3", (index / Colors) - 1).Prepend("9 3"))));

    private static XElement Mark(int index, double x, double y) =>
        new(Svg + "path", new XAttribute("d", string.Create(CultureInfo.InvariantCulture, $"M{x:0.#} {y:0.#}{Marks[index % Marks.Length]}")));

    private static XElement Draw(MarkedPoint mark, Axis curve, ChartAxis x) => new(
        Svg + "line",
        new XAttribute("class", "floor"),
        Number("x1", x.Of(mark.Point)),
        Number("y1", 10),
        Number("x2", x.Of(mark.Point)),
        Number("y2", Height),
        new XElement(Svg + "title", XmlText.Of($"{mark.Strategy} on {CoordinatesText.Full(mark.At)}: {mark.Label} {curve.Label}")));

    private static XElement[] Tick(double x1, double y1, double x2, double y2, string text, double x, double y, string anchor) =>
    [
        new(Svg + "line", new XAttribute("class", "axis"), Number("x1", x1), Number("y1", y1), Number("x2", x2), Number("y2", y2)),
        Text(text, x, y, anchor),
    ];

    private static XElement Text(string text, double x, double y, string anchor) =>
        new(Svg + "text", Number("x", x), Number("y", y), new XAttribute("text-anchor", anchor), XmlText.Of(text));

    private static XAttribute Number(string name, double value) => new(name, value.ToString("0.##", CultureInfo.InvariantCulture));

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
        public IEnumerable<double> Ticks
        {
            get
            {
                if (!IsLogarithmic)
                {
                    var distinct = _values.Distinct().Order().ToArray();
                    return distinct.Where((_, index) => index % Math.Max(1, distinct.Length / LinearTicks) == 0);
                }

                var first = (int)Math.Ceiling(Math.Log10(Minimum) - 1e-9);
                var powers = Enumerable.Range(first, Math.Max(0, (int)Math.Floor(Math.Log10(Maximum) + 1e-9) - first + 1))
                    .Select(power => Math.Pow(10, power)).ToArray();
                return powers.Length >= 2 ? powers : new[] { Minimum, Maximum }.Distinct();
            }
        }

        public double Of(double value) =>
            Maximum <= Minimum ? (from + to) / 2
            : IsLogarithmic ? from + ((to - from) * Math.Log(value / Minimum) / Math.Log(Maximum / Minimum))
            : from + ((to - from) * (value - Minimum) / (Maximum - Minimum));
    }
}
