using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>Inline SVG maps of a job: a cell for each pair of values, with the color, the mark and the name of the fastest strategy; hatched
/// where the fastest one is not decided, dashed where there is no result. All cells have the same size; a cross between them is at the user's
/// own point. Positions are percentages, so that text keeps its size at every width.</summary>
public static class WinnerMapChart
{
    private const int RowHeight = 54;

    /// <summary>For the label of the vertical axis.</summary>
    private const int Top = 24;

    /// <summary>For the values and the label of the horizontal axis.</summary>
    private const int Bottom = 44;

    /// <summary>Percent of the width for the values of the rows.</summary>
    private const double Left = 20;

    /// <summary>From this number of columns on, a narrow page shows the marks without the names.</summary>
    private const int ManyColumns = 4;

    /// <summary>More values of the columns are not legible next to each other: some are omitted.</summary>
    private const int MaxLabels = 8;

    /// <summary>More cells are not read aloud. The table of medians has them.</summary>
    private const int MaxDescribed = 40;

    /// <param name="maps">The maps of a job.</param>
    /// <param name="point">The user's own point; null for none.</param>
    /// <returns>At most <see cref="ChartPanels.Max"/> maps; null without a map.</returns>
    public static XElement? Draw(IReadOnlyList<WinnerMap> maps, BenchmarkInfo? info, MapPoint? point = null) => maps.Count == 0 ? null : new(
        "div",
        new XAttribute("class", "maps"),
        maps.Take(ChartPanels.Max).Select((map, index) => Figure(map, index, info, point)),
        maps.Count > ChartPanels.Max
            ? new XElement("p", new XAttribute("class", "quiet"), string.Create(CultureInfo.InvariantCulture,
                $"The first {ChartPanels.Max} of {maps.Count} maps are drawn. Choose a value of another axis to see the others."))
            : null);

    private static XElement Figure(WinnerMap map, int index, BenchmarkInfo? info, MapPoint? point) => new(
        "figure",
        new XAttribute("class", "map"),
        map.Title.Length == 0 ? null : new XElement("p", new XAttribute("class", "map-title"), XmlText.Of(map.Title)),
        Chart(map, $"map-hatch-{index.ToString(CultureInfo.InvariantCulture)}", info, point),
        Legend(map, info),
        new XElement("figcaption", XmlText.Sentence($"{map.Sentence}{(point is null ? "" : $" {point.SentenceAbout(map)}")}")));

    private static XElement Chart(WinnerMap map, string hatch, BenchmarkInfo? info, MapPoint? point)
    {
        var (columns, rows) = (map.Columns.Count, map.Rows.Count);
        var (width, plot) = ((100 - Left) / columns, rows * RowHeight);
        var step = (columns + MaxLabels - 1) / MaxLabels;
        return new(
            SvgShape.Svg + "svg",
            new XAttribute("class", columns < ManyColumns ? "answer-chart" : "answer-chart many"),
            new XAttribute("width", "100%"),
            new XAttribute("height", Top + plot + Bottom),
            new XAttribute("role", "img"),
            new XAttribute("aria-label", XmlText.Of(LabelOf(map))),
            new XElement(
                SvgShape.Svg + "pattern", new XAttribute("id", hatch), new XAttribute("width", 8), new XAttribute("height", 8),
                new XAttribute("patternUnits", "userSpaceOnUse"),
                SvgShape.Path(0, 8, "L8 0M-2 2L2-2M6 10L10 6", "hatch")),
            SvgShape.TextAtPercent(map.Y.Label, 0, 14, "start", "quiet"),
            map.Rows.Select((value, row) => SvgShape.TextAtPercent(ValueOf(map.Y, value), Left - 1.5, Middle(row) + 4, "end", "value")),
            map.Cells.Select((cell, place) =>
                Cell(cell, X(place % columns), Middle(place / columns) - (RowHeight / 2.0), width, columns, hatch, info)),
            map.Columns.Index().Where(column => column.Index % step == 0)
                .Select(column =>
                    SvgShape.TextAtPercent(ValueOf(map.X, column.Item), X(column.Index) + (width / 2), Top + plot + 16, "middle", "value")),
            SvgShape.TextAtPercent(map.X.Label, Left + ((100 - Left) / 2), Top + plot + 36, "middle", "quiet"),
            point is not null && MapPoint.PlaceOf(point[map.X], map.Columns) is { } across && MapPoint.PlaceOf(point[map.Y], map.Rows) is { } up
                ? Cross(X(across) + (width / 2), Middle(up))
                : null);

        double X(double column) => Left + (column * width);

        // The smallest value is at the bottom.
        double Middle(double row) => Top + ((rows - 0.5 - row) * RowHeight);
    }

    private static XElement Cell(WinnerMapCell cell, double x, double y, double width, int columns, string hatch, BenchmarkInfo? info)
    {
        var look = cell.Winner is { } winner ? StrategyLook.Of(winner, info) : null;
        var middle = x + (width / 2);
        return SvgShape.Group(
            new XAttribute("class", $"{look?.CssClass} {ClassOf(cell.State)}".TrimStart()),
            SvgShape.Title(Headline.Plain(cell.Words)),
            Rectangle(x, y, width, "cell"),
            cell.State == WinnerMapState.Open ? Rectangle(x, y, width, "hatched", $"url(#{hatch})") : null,
            look is null ? null : SvgShape.MarkAtPercent(look.Path, middle, y + 18, "symbol"),
            SvgShape.TextAtPercent(
                AnswerChart.Short(cell.Label, columns < ManyColumns ? 16 : columns <= 6 ? 12 : 9), middle, y + (look is null ? 31 : 42), "middle",
                look is null ? "strategy quiet" : "strategy"));
    }

    // A key for each strategy in the map, and for the other kinds of cells.
    private static XElement Legend(WinnerMap map, BenchmarkInfo? info) => ChartLegend.Of(
        map.Cells.Select(cell => cell.Winner).OfType<string>().Distinct().Select(winner => ChartLegend.Key(StrategyLook.Of(winner, info))),
        map.Cells.Any(cell => cell.State == WinnerMapState.Open)
            ? ChartLegend.Key(
                ClassOf(WinnerMapState.Open), SvgShape.Path(2, 14, "L16 0M8 14L20 2M-4 14L10 0", "hatch"),
                "no strategy is decided to be the fastest")
            : null,
        map.Cells.Any(cell => cell.State == WinnerMapState.Empty)
            ? ChartLegend.Key(ClassOf(WinnerMapState.Empty), SvgShape.Bar("cell", 1, 1, 18, 12), "no result")
            : null);

    private static string ClassOf(WinnerMapState state) => state switch
    {
        WinnerMapState.Decided => "decided",
        WinnerMapState.Open => "undecided",
        _ => "no-result",
    };

    private static XElement Cross(double x, double y)
    {
        var cross = SvgShape.MarkAtPercent("M-8 -8L8 8M8 -8L-8 8", x, y, "cross");
        cross.AddFirst(SvgShape.Title("your point"));
        return cross;
    }

    private static XElement Rectangle(double x, double y, double width, string name, string? fill = null) => new(
        SvgShape.Svg + "rect", new XAttribute("class", name), SvgShape.Percent("x", x), SvgShape.Number("y", y), SvgShape.Percent("width", width),
        new XAttribute("height", RowHeight), fill is null ? null : new XAttribute("fill", fill));

    private static string LabelOf(WinnerMap map)
    {
        var cells = map.Cells.Take(MaxDescribed).Select(cell =>
            $"{ValueOf(map.X, cell.At[map.X.Name]!)} and {ValueOf(map.Y, cell.At[map.Y.Name]!)}: {Headline.Plain(cell.Words)}.");
        return $"The fastest strategy at each {map.X.Label} and {map.Y.Label}. {string.Join(" ", cells)} The tables have the medians.";
    }

    private static string ValueOf(Axis axis, double value) => ValueOf(axis, Coordinates.TextOf(value));

    private static string ValueOf(Axis axis, string value) => CoordinatesText.Value(axis, value);
}
