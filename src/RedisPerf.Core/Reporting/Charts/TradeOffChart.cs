using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>An inline SVG chart of a benchmark whose answer weighs another cost against the time: a mark for each case, higher with more operations
/// per second, further to the left with a lower cost. Both axes are logarithmic; a cost of 0 is at the left edge. Positions are percentages, so that
/// text keeps its size at every width.</summary>
public static class TradeOffChart
{
    private const int Top = 26;
    private const int Height = 260;
    private const int Bottom = 46;

    /// <summary>Percent of the width for the values of the vertical axis.</summary>
    private const double Left = 16;

    /// <summary>Percent of the width for the half of the last label.</summary>
    private const double Right = 5;

    /// <summary>Percent of the width between the position of 0 and the smallest other cost.</summary>
    private const double Zero = 8;

    /// <summary>More cases are not read aloud. The table has their figures.</summary>
    private const int MaxDescribed = 20;

    /// <returns>Null for a benchmark without another cost, and with fewer than two cases that have one.</returns>
    public static XElement? Draw(JobDocument document, BenchmarkInfo? info)
    {
        if (info?.OtherCost is not { } cost)
        {
            return null;
        }

        var column = info.Columns.Single(column => column.Name == cost.Figure);
        Point[] points =
        [
            .. from @case in document.Cases
               let of = column.In(@case.Summary) * column.Scale
               let rate = @case.Summary?.OperationsPerSecond
               where of is >= 0 && rate > 0 && @case.Strategy != info.Floor
               select new Point(@case, of.Value, rate.Value, StrategyLook.Of(@case.Strategy, info)),
        ];
        if (points.Length < 2)
        {
            return null;
        }

        var rateLabel = $"{info.TimePer ?? "operation"}s per second";
        return new("figure", new XAttribute("class", "map"),
            Chart(points, column.Label, rateLabel, document.Request),
            ChartLegend.Of(points.Select(point => point.Look).DistinctBy(look => look.Strategy).Select(ChartLegend.Key)),
            new XElement("figcaption", XmlText.Sentence(
                $"{char.ToUpperInvariant(rateLabel[0])}{rateLabel[1..]} against {column.Label}, medians: a strategy further up and to the left is "
                    + "better. Both axes are logarithmic.")));
    }

    private static XElement Chart(Point[] points, string costLabel, string rateLabel, JobRequest request)
    {
        var (costs, rates) = (DecadesOf(points.Select(point => point.Cost)), DecadesOf(points.Select(point => point.Rate)));
        var left = Left + (points.Any(point => point.Cost == 0) ? Zero : 0);
        return new(
            SvgShape.Svg + "svg",
            new XAttribute("class", "answer-chart"),
            new XAttribute("width", "100%"),
            new XAttribute("height", Top + Height + Bottom),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", XmlText.Of(LabelOf(points, costLabel, rateLabel, request))),
            SvgShape.TextAtPercent(rateLabel, 0, 12, "start", "quiet"),
            rates.Values.Select(rate => new object[]
            {
                SvgShape.LineAtPercent("axis", Left, Y(rate), 100 - Right, Y(rate)),
                SvgShape.TextAtPercent(Label(rate), Left - 1.5, Y(rate) + 4, "end", "value"),
            }),
            costs.Values.Select(each => Vertical(X(each), Label(each))),
            left > Left ? Vertical(Left, "0") : null,
            SvgShape.TextAtPercent(costLabel, Left + ((100 - Left - Right) / 2), Top + Height + 38, "middle", "quiet"),
            points.Select(point => SvgShape.Group(
                new XAttribute("class", point.Look.CssClass),
                SvgShape.Title(TextOf(point, costLabel, rateLabel, request)),
                SvgShape.MarkAtPercent(point.Look.Path, point.Cost == 0 ? Left : X(point.Cost), Y(point.Rate), "symbol"))));

        double X(double value) => left + ((100 - left - Right) * costs.ShareOf(value));

        double Y(double value) => Top + (Height * (1 - rates.ShareOf(value)));

        static object[] Vertical(double x, string text) =>
            [SvgShape.LineAtPercent("axis", x, Top, x, Top + Height), SvgShape.TextAtPercent(text, x, Top + Height + 18, "middle", "value")];
    }

    private static Decades DecadesOf(IEnumerable<double> values) => Decades.Around([.. values.Where(value => value > 0).DefaultIfEmpty(1)]);

    private static string Label(double decade) => decade switch
    {
        >= 1e6 => string.Create(CultureInfo.InvariantCulture, $"{decade / 1e6:N0} M"),
        >= 1e3 => string.Create(CultureInfo.InvariantCulture, $"{decade / 1e3:N0} k"),
        _ => decade.ToString("0.#########", CultureInfo.InvariantCulture),
    };

    private static string LabelOf(Point[] points, string costLabel, string rateLabel, JobRequest request)
    {
        var texts = points.Take(MaxDescribed).Select(point => $"{TextOf(point, costLabel, rateLabel, request)}.");
        return $"A mark for each case. {string.Join(" ", texts)} The table has the same figures.";
    }

    private static string TextOf(Point point, string costLabel, string rateLabel, JobRequest request)
    {
        var at = CoordinatesText.Full(point.Case.At, request.Axes);
        return $"{point.Case.Strategy}{(at.Length > 0 ? $", {at}" : "")}: {NumberFormat.Significant(point.Rate)} {rateLabel}, "
            + $"{NumberFormat.Significant(point.Cost)} {costLabel}";
    }

    private sealed record Point(CaseResult Case, double Cost, double Rate, StrategyLook Look);
}
