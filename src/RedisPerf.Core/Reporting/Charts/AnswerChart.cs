using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of an answer: each strategy with its mark and interval on one logarithmic scale, how many times as fast as the
/// baseline it is. Undecided ones are pale. Positions are percentages, so that text keeps its size at every width.</summary>
public static class AnswerChart
{
    private const int RowHeight = 34;
    private const int Bottom = 22;

    /// <summary>Percent on both sides of the scale, for the ticks at its ends.</summary>
    private const double Side = 5;

    /// <summary>A longer name is cut: the list of the answer has the whole one.</summary>
    private const int MaxName = 20;

    /// <summary>More strategies are only in the table. The reference is always shown.</summary>
    public const int MaxRows = 8;

    /// <summary>The rows of a chart: the fastest ones, and the reference.</summary>
    /// <param name="max">Number of rows at most.</param>
    public static IReadOnlyList<AnswerRow> RowsOf(AnswerCard card, int max = MaxRows)
    {
        var first = card.Rows.Take(max).ToArray();
        return first.Length == card.Rows.Count || Array.Exists(first, row => row.IsReference)
            ? first
            : [.. first.SkipLast(1), .. card.Rows.Where(row => row.IsReference)];
    }

    /// <summary>The axis of the scale in words, after the term <see cref="Glossary.Speed"/>.</summary>
    public static string AxisOf(AnswerCard card) => string.Create(
        CultureInfo.InvariantCulture, $"as `{card.Reference}`, with intervals; shaded: the same within {100 * Verdicts.Margin:0}%");

    /// <returns>Null when the answer has no scale.</returns>
    public static XElement? Draw(AnswerCard card, BenchmarkInfo? info)
    {
        if (card.Scale is not { } scale)
        {
            return null;
        }

        var rows = RowsOf(card);
        var plot = rows.Count * RowHeight;
        return new(
            SvgShape.Svg + "svg",
            new XAttribute("class", "answer-chart"),
            new XAttribute("width", "100%"),
            new XAttribute("height", plot + Bottom),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", XmlText.Of(
                $"Times as fast as {card.Reference}. {string.Join("; ", rows.Select(row => $"{row.Strategy}: {row.Words}"))}.")),
            new XElement(
                SvgShape.Svg + "rect", new XAttribute("class", "zone"), SvgShape.Percent("x", X(Verdicts.SameLow)), new XAttribute("y", 0),
                SvgShape.Percent("width", X(Verdicts.SameHigh) - X(Verdicts.SameLow)), new XAttribute("height", plot)),
            scale.Ticks.SelectMany(tick => new[]
            {
                Line(tick == 1 ? "one" : "axis", X(tick), 0, X(tick), plot + 4),
                SvgShape.TextAtPercent($"{TickOf(tick)}×", X(tick), plot + 17, "middle", "quiet"),
            }),
            rows.Select((row, index) => Row(row, index * RowHeight, StrategyLook.Of(row.Strategy, info))));

        double X(double value) => Side + ((100 - (2 * Side)) * scale.Of(value));

        XElement Row(AnswerRow row, int top, StrategyLook look)
        {
            var middle = top + 25;
            return SvgShape.Group(
                new XAttribute("class", $"{look.CssClass}{(row.IsDecided ? "" : " open")}"),
                SvgShape.Title($"{row.Strategy}: {row.Words}"),
                SvgShape.TextAtPercent(Short(row.Strategy, MaxName), 0, top + 13, "start", "strategy"),
                SvgShape.TextAtPercent(row.Label, 100, top + 13, "end", row.IsDecided ? "words" : "words quiet"),
                row is { Low: { } low, High: { } high } ? Line("range", X(low), middle, X(high), middle) : null,
                row.Speed is { } speed
                    ? SvgShape.MarkAtPercent(look.Path, X(speed), middle)
                    : null);
        }
    }

    /// <summary>The label of a tick without the sign.</summary>
    public static string TickOf(double tick) => tick.ToString("0.####", CultureInfo.InvariantCulture);

    /// <summary>A name that fits in a chart.</summary>
    public static string Short(string name, int length = MaxName) => name.Length <= length ? name : $"{name[..(length - 1)]}…";

    private static XElement Line(string name, double x1, double y1, double x2, double y2) => new(
        SvgShape.Svg + "line", new XAttribute("class", name), SvgShape.Percent("x1", x1), SvgShape.Number("y1", y1), SvgShape.Percent("x2", x2),
        SvgShape.Number("y2", y2));
}
