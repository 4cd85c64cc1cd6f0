using System.Xml.Linq;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An SVG chart of an article and a job: two bars for each strategy, each relative to the fastest one of its source.</summary>
public static class RelativeBars
{
    private const int Label = 190;
    private const int Plot = 280;
    private const int Right = 62;
    private const int RowHeight = 36;
    private const int Bar = 12;

    /// <summary>A longer bar ends here with its number: otherwise it would flatten all others.</summary>
    private const double MaxRatio = 10;

    public static XElement Draw(RelativeResults results)
    {
        var height = results.Rows.Count * RowHeight;
        var max = Math.Min(MaxRatio, results.Rows.Max(row => Math.Max(row.Theirs, row.Ours)));
        double X(double ratio) => Plot * Math.Min(ratio, max) / max;
        return new(
            "figure",
            new XAttribute("class", "relative"),
            new XAttribute("tabindex", 0),
            SvgShape.Chart(
                Label + Plot + Right,
                height,
                $"Relative to the fastest one: {string.Join("; ", results.Rows.Select(Words))}.",
                results.Rows.Select((row, index) => SvgShape.Group(
                    SvgShape.Title(Words(row)),
                    SvgShape.Text(row.Label, Label - 10, (index * RowHeight) + 14, "end", "published"),
                    SvgShape.Text(row.Strategy, Label - 10, (index * RowHeight) + 28, "end", "strategy"),
                    Row("theirs", row.Theirs, X(row.Theirs), (index * RowHeight) + 4),
                    Row("ours", row.Ours, X(row.Ours), (index * RowHeight) + 4 + Bar + 2)))),
            new XElement(
                "figcaption",
                XmlText.Of($"{results.Title}: time divided by that of the fastest one. Pale: the article; dark: this machine.")));
    }

    private static string Words(RelativeResult row) =>
        $"{row.Label}: article {Ratio(row.Theirs)}, {row.Strategy} on this machine {Ratio(row.Ours)}";

    private static string Ratio(double ratio) => $"{NumberFormat.Significant(ratio)}×";

    private static XElement[] Row(string name, double ratio, double length, int top) =>
    [
        SvgShape.Bar(name, Label, top, Math.Max(1, length), Bar),
        SvgShape.Text(Ratio(ratio), Label + length + 6, top + Bar - 2, "start", "value"),
    ];
}
