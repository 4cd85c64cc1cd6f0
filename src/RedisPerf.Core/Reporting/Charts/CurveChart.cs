using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of a swept job: the median at each point with two logarithmic axes, one line per strategy and
/// target. A strategy that is not swept has a horizontal line; reference lines are dotted. The combination of color and marker is
/// unique for forty lines.</summary>
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
        if (!points.Any(point => point.Point > 0))
        {
            return null;
        }

        var (x, y) = (new Axis(points.Where(point => point.Point > 0).Select(point => (double)point.Point), Left, Left + Width), new Axis(
            points.Select(point => point.Seconds), Height, 10));
        var height = Height + Bottom + (lines.Length * LegendRow);
        var chart = new XElement(
            Svg + "svg",
            new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {Left + Width + Right} {height}")),
            new XAttribute("width", Left + Width + Right),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", "Median time at each point of the sweep, one line per strategy. The table has the same values."),
            x.Ticks.Select(tick => Tick(x.Of(tick), Height, x.Of(tick), 10, NumberFormat.Whole((long)tick), x.Of(tick), Height + 18, "middle")),
            y.Ticks.Select(
                tick => Tick(Left, y.Of(tick), Left + Width, y.Of(tick), NumberFormat.SecondsWithUnit(tick), Left - 8, y.Of(tick) + 4, "end")),
            Text(info.Sweep!.Label, Left + (Width / 2), Height + 38, "middle"),
            lines.Select((line, index) => Draw(line, index, x, y)),
            Curve.Of(document, info)!.Marks.Select(mark => Draw(mark, info, x)));
        return new("figure", chart, new XElement(
            "figcaption", $"Median {info.TimeLabel} by {info.Sweep.Label}; both axes are logarithmic. Dotted lines: not measured in this job."));
    }

    private static IEnumerable<Line> LinesOf(JobDocument document, BenchmarkInfo info)
    {
        foreach (var cases in document.Cases.Where(@case => @case.Summary is not null).GroupBy(@case => (@case.Strategy, @case.Place)))
        {
            var name = cases.Key.Strategy + PlaceText.After(cases.Key.Place, document.Request);
            yield return new(name, false, [.. cases.OrderBy(@case => @case.Point).Select(@case => (@case.Point ?? 0, @case.Summary!.Median))]);
        }

        foreach (var line in Curve.Of(document, info)!.Lines.Where(line => line.Points.Count > 0))
        {
            yield return new(line.Label, true, [.. line.Points.Select(point => (point.Point, point.Seconds))]);
        }
    }

    private static XElement Draw(Line line, int index, Axis x, Axis y)
    {
        // A strategy that is not swept has the same time at every point.
        var points = line.Points is [(0, var level)]
            ? [(x.Of(x.Minimum), y.Of(level)), (x.Of(x.Maximum), y.Of(level))]
            : line.Points.Where(point => point.Point > 0).Select(point => (X: x.Of(point.Point), Y: y.Of(point.Seconds))).ToArray();
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

    private static XElement Draw(MarkedPoint mark, BenchmarkInfo info, Axis x) => new(
        Svg + "line",
        new XAttribute("class", "floor"),
        Number("x1", x.Of(mark.Point)),
        Number("y1", 10),
        Number("x2", x.Of(mark.Point)),
        Number("y2", Height),
        new XElement(Svg + "title", XmlText.Of($"{mark.Strategy} on {mark.Place}: {mark.Label} {info.Sweep!.Label}")));

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
    /// <param name="Points">Point 0: the strategy is not swept.</param>
    private sealed record Line(string Name, bool IsReference, IReadOnlyList<(long Point, double Seconds)> Points);

    /// <summary>A logarithmic axis.</summary>
    private sealed class Axis(IEnumerable<double> values, double from, double to)
    {
        private readonly double[] _values = [.. values];

        public double Minimum => _values.Min();

        public double Maximum => _values.Max();

        /// <summary>The powers of ten in its range, or its two ends when there are fewer than two.</summary>
        public IEnumerable<double> Ticks
        {
            get
            {
                var first = (int)Math.Ceiling(Math.Log10(Minimum) - 1e-9);
                var powers = Enumerable.Range(first, Math.Max(0, (int)Math.Floor(Math.Log10(Maximum) + 1e-9) - first + 1))
                    .Select(power => Math.Pow(10, power)).ToArray();
                return powers.Length >= 2 ? powers : new[] { Minimum, Maximum }.Distinct();
            }
        }

        public double Of(double value) =>
            Maximum > Minimum ? from + ((to - from) * Math.Log(value / Minimum) / Math.Log(Maximum / Minimum)) : (from + to) / 2;
    }
}
