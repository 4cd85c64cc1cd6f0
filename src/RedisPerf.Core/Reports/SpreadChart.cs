using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks;

namespace RedisPerf.Core.Reports;

/// <summary>An inline SVG: for each case a bar from its shortest to its longest run, the mean marked; the axis begins at 0.</summary>
internal static class SpreadChart
{
    private const int LabelWidth = 240;
    private const int PlotWidth = 600;
    private const int RowHeight = 26;
    private const int Right = 70;
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    /// <returns>Null when no case has a figure.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo? info)
    {
        var cases = SummaryTable.Of(document, info).Rows.Select(row => row.Case).Where(@case => @case.Summary is not null).ToArray();
        if (cases.Length == 0)
        {
            return null;
        }

        var longest = cases.Max(@case => @case.Summary!.Max);
        var height = (cases.Length * RowHeight) + 30;
        return new(
            Svg + "svg",
            new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {LabelWidth + PlotWidth + Right} {height}")),
            new XAttribute("width", LabelWidth + PlotWidth + Right),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", "Shortest, mean and longest run of each case, in seconds; the table holds the same figures."),
            cases.Select((@case, index) => Row(@case, index * RowHeight, seconds => LabelWidth + (PlotWidth * seconds / longest))),
            Line("axis", LabelWidth, 0, LabelWidth, height - 26),
            Text("0", LabelWidth, height - 8, "middle", "quiet"),
            Text(Figures.SecondsWithUnit(longest), LabelWidth + PlotWidth, height - 8, "middle", "quiet"));
    }

    private static IEnumerable<XElement> Row(CaseResult @case, int top, Func<double, double> x)
    {
        var summary = @case.Summary!;
        var point = @case.Point is null ? "" : $" {Figures.Whole(@case.Point)}";
        yield return Text($"{@case.Strategy}{point} · {@case.Target}", LabelWidth - 10, top + 17, "end", "");
        yield return Bar("length", x(0), x(summary.Min), top);
        yield return Bar("spread", x(summary.Min), Math.Max(x(summary.Max), x(summary.Min) + 2), top);
        yield return Line("mean", x(summary.Mean), top + 3, x(summary.Mean), top + RowHeight - 3);
        yield return Text(Figures.Seconds(summary.Mean), x(summary.Max) + 8, top + 17, "start", "quiet");
    }

    private static XElement Bar(string name, double from, double to, int top) =>
        new(Svg + "rect", new XAttribute("class", name), Number("x", from), Number("y", top + 6), Number("width", to - from), Number("height", RowHeight - 12));

    private static XElement Line(string name, double x1, double y1, double x2, double y2) =>
        new(Svg + "line", new XAttribute("class", name), Number("x1", x1), Number("y1", y1), Number("x2", x2), Number("y2", y2));

    private static XElement Text(string text, double x, double y, string anchor, string name) =>
        new(Svg + "text", new XAttribute("class", name), Number("x", x), Number("y", y), new XAttribute("text-anchor", anchor), XmlText.Of(text));

    private static XAttribute Number(string name, double value) => new(name, value.ToString("0.##", CultureInfo.InvariantCulture));
}
