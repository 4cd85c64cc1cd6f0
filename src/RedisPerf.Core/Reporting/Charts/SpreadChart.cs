using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart: for each case a bar from its shortest to its longest run, with the median and a whisker for its 95%
/// interval. The floor is a dashed line across the cases of its target. The axis starts at 0.</summary>
internal static class SpreadChart
{
    private const int LabelWidth = 240;
    private const int PlotWidth = 600;
    private const int RowHeight = 26;
    private const int Right = 70;
    private const string Legend =
        "Bar: shortest to longest run; thick mark and number: median; whisker: 95% interval of the median, from six runs on";

    /// <returns>Null when no case has a summary.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo? info)
    {
        var rows = SummaryTable.Of(document, info).Rows.Where(row => row.Case.Summary is not null).ToArray();
        if (rows.Length == 0)
        {
            return null;
        }

        var withoutFloor = BenchmarkSummaries.WithUnusableFloor(document.Cases, info, document.Request);
        var usable = Array.FindAll(rows, row => row.IsFloor && !withoutFloor.Contains(row.Case));
        var max = rows.Max(row => row.Case.Summary!.Max);
        var scale =
            ColumnScale.OfSeconds(rows.SelectMany(row => new double?[] { row.Case.Summary!.Min, row.Case.Summary.Median, row.Case.Summary.Max }));
        var height = (rows.Length * RowHeight) + 30;
        double X(double seconds) => LabelWidth + (PlotWidth * seconds / max);
        var chart = SvgShape.Chart(
            LabelWidth + PlotWidth + Right,
            height,
            "Shortest, median and longest run of each case. The table has the same values.",
            rows.Select((row, index) => SvgShape.Group(Row(row.Case, index * RowHeight, X, scale, !withoutFloor.Contains(row.Case)))),
            Floors(rows, usable, X),
            SvgShape.Line("axis", LabelWidth, 0, LabelWidth, height - 26),
            SvgShape.Text("0", LabelWidth, height - 8, "middle", "quiet"),
            SvgShape.Text($"{scale.Text(max)} {scale.Unit}", LabelWidth + PlotWidth, height - 8, "middle", "quiet"));
        return new("figure", chart, new XElement("figcaption", usable.Length > 0 ? $"{Legend}; dashed line: the floor." : $"{Legend}."));
    }

    private static IEnumerable<XElement> Row(CaseResult @case, int top, Func<double, double> x, ColumnScale scale, bool hasFloor)
    {
        var summary = @case.Summary!;
        var (place, point) = (CoordinatesText.Place(@case.At), CoordinatesText.AtPoint(@case.At));
        yield return SvgShape.Title($"{@case.Strategy} on {place}{point}: {Words(summary, hasFloor)}");
        yield return SvgShape.Text($"{@case.Strategy} · {place}{point}", LabelWidth - 10, top + 17, "end", "");
        yield return Bar("length", x(0), x(summary.Min), top);
        yield return Bar("spread", x(summary.Min), Math.Max(x(summary.Max), x(summary.Min) + 2), top);
        if (summary is { MedianLow: { } low, MedianHigh: { } high })
        {
            const int half = RowHeight / 2;
            foreach (var line in SvgShape.Whisker(x(low), top + half, x(high), top + half))
            {
                yield return line;
            }
        }

        yield return SvgShape.Line("median", x(summary.Median), top + 3, x(summary.Median), top + RowHeight - 3);
        yield return SvgShape.Text(scale.Text(summary.Median), x(summary.Max) + 8, top + 17, "start", "quiet");
    }

    // The rows are ordered by their coordinates, so the rows with the same floor are adjacent.
    private static IEnumerable<XElement> Floors(SummaryRow[] rows, SummaryRow[] usable, Func<double, double> x) =>
        from near in rows.Select((row, index) => (Row: row, Index: index)).GroupBy(each => each.Row.Case.At)
        let floor = Array.Find(usable, row => row.Case.At == near.Key) ?? Array.Find(usable, row => row.Case.At.IsWithin(near.Key))
        where floor is not null
        let at = x(floor.Case.Summary!.Median)
        select SvgShape.Line("floor", at, near.Min(each => each.Index) * RowHeight, at, (near.Max(each => each.Index) + 1) * RowHeight);

    private static string Words(Summary summary, bool hasFloor)
    {
        var interval = summary is { MedianLow: { } low, MedianHigh: { } high }
            ? $" (95%: {NumberFormat.SecondsWithUnit(low)} to {NumberFormat.SecondsWithUnit(high)})"
            : "";
        var floor = !hasFloor || summary.FloorRatio is null ? "" : $", {NumberFormat.Significant(summary.FloorRatio)}× the floor";
        return $"min {NumberFormat.SecondsWithUnit(summary.Min)}, median {NumberFormat.SecondsWithUnit(summary.Median)}{interval}, "
            + $"max {NumberFormat.SecondsWithUnit(summary.Max)}{floor}";
    }

    private static XElement Bar(string name, double from, double to, int top) => SvgShape.Bar(name, from, top + 6, to - from, RowHeight - 12);
}
