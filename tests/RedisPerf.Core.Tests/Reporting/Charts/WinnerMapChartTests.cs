using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>The map of the fastest strategies as a picture.</summary>
public sealed class WinnerMapChartTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";
    private static readonly JobDocument Job = MapSamples.SizeAndRoundTrip;
    private static readonly BenchmarkInfo Info = MapSamples.InfoOf(Job);
    private static readonly IReadOnlyList<WinnerMap> Maps = WinnerMap.Of(Job, Info);

    [Fact]
    public void A_decided_cell_has_the_color_the_mark_and_the_name_of_the_winner()
    {
        var cells = CellsOf(Draw());
        var look = StrategyLook.Of("lz4", Info);

        cells.Length.ShouldBe(9);
        var cell = cells[5];
        ClassOf(cell).ShouldBe($"{look.CssClass} decided");
        cell.Descendants(Svg + "path").Single().Attribute("d")!.Value.ShouldBe(look.Path);
        cell.Elements(Svg + "text").Single().Value.ShouldBe("lz4");
        cell.Element(Svg + "title")!.Value.ShouldBe("lz4 is fastest: 1.01 s; next: hset, 2.00 s");
    }

    [Fact]
    public void An_undecided_cell_is_hatched_and_one_without_a_result_is_empty()
    {
        var chart = Draw();
        var cells = CellsOf(chart);
        var hatch = chart.Descendants(Svg + "pattern").Single().Attribute("id")!.Value;

        ClassOf(cells[4]).Trim().ShouldBe("undecided");
        cells[4].Elements(Svg + "rect").Select(box => (string?)box.Attribute("fill")).ShouldBe([null, $"url(#{hatch})"]);
        cells[4].Elements(Svg + "text").Single().Value.ShouldBe("not decided");
        ClassOf(cells[2]).Trim().ShouldBe("no-result");
        cells[2].Elements(Svg + "rect").Count().ShouldBe(1);
        cells[2].Element(Svg + "title")!.Value.ShouldBe("no result: OOM <command> not allowed");
        cells[4].Descendants(Svg + "path").Concat(cells[2].Descendants(Svg + "path")).ShouldBeEmpty("no strategy has won");
        chart.Descendants("li").Select(key => key.Value.Trim()).ShouldBe(
            ["hset", "lz4", "no strategy is decided to be the fastest", "no result"]);
    }

    [Fact]
    public void The_values_of_the_axes_have_their_units_and_the_smallest_are_at_the_lower_left()
    {
        var chart = Draw();
        var texts = chart.Element("figure")!.Element(Svg + "svg")!.Elements(Svg + "text").ToArray();

        texts.Select(text => text.Value).ShouldBe(
            ["added round trip", "0 ms", "0.5 ms", "2 ms", "1\u00A0KB", "8\u00A0KB", "32\u00A0KB", "document size"]);
        texts.Skip(1).Take(3).Select(Y).ShouldBeInOrder(SortDirection.Descending);
        texts.Skip(4).Take(3).Select(X).ShouldBeInOrder(SortDirection.Ascending);
        var label = chart.Descendants(Svg + "svg").First().Attribute("aria-label")!.Value;
        label.ShouldContain("1\u00A0KB and 0 ms: hset is fastest");
        label.ShouldContain("8\u00A0KB and 0.5 ms: not decided");
    }

    [Theory]
    [InlineData(1024, 0, 0, 0)]
    [InlineData(32768, 2, 2, 2)]
    [InlineData(16384, 1, 1.5, 1.5)]
    public void The_cross_is_between_the_cells_where_the_point_is(double size, double roundTrip, double column, double row)
    {
        var cross = CrossOf(Draw(PointOf(size, roundTrip))).ShouldNotBeNull();
        var cells = CellsOf(Draw());

        X(cross).ShouldBe(Between(cells.Take(3).Select(Center).Select(center => center.X), column), 0.1);
        Y(cross).ShouldBe(Between(new[] { cells[0], cells[3], cells[6] }.Select(Center).Select(center => center.Y), row), 0.6);

        static (double X, double Y) Center(XElement cell)
        {
            var box = cell.Elements(Svg + "rect").First();
            return (X(box) + (Number(box, "width") / 2), Y(box) + (Number(box, "height") / 2));
        }

        static double Between(IEnumerable<double> centers, double place)
        {
            var all = centers.ToArray();
            var below = Math.Min((int)place, all.Length - 2);
            return all[below] + ((place - below) * (all[below + 1] - all[below]));
        }
    }

    [Fact]
    public void A_point_outside_has_a_sentence_and_no_cross()
    {
        var chart = Draw(PointOf(65_536, 1));

        CrossOf(chart).ShouldBeNull();
        chart.Descendants("figcaption").Single().Value.ShouldContain("It is outside of the measured range");
        CrossOf(Draw()).ShouldBeNull();
        Draw().Descendants("figcaption").Single().Value.ShouldBe(Maps[0].Sentence.Replace("`", "", StringComparison.Ordinal));
    }

    [Fact]
    public void Text_of_servers_and_plug_ins_stays_text()
    {
        const string name = "my/<b>\"way\"&\u0001";
        var map = Maps[0] with
        {
            Title = "<i>staging</i>",
            Cells = [.. Maps[0].Cells.Select(
                cell => cell with { Winner = name, Label = name, Words = $"`{name}` is fastest", State = WinnerMapState.Decided })],
        };

        var text = WinnerMapChart.Draw([map], Info)!.ToString();
        var read = XElement.Parse(text);

        text.ShouldNotContain("<b>");
        text.ShouldNotContain("<i>");
        read.Descendants("p").Single().Value.ShouldBe("<i>staging</i>");
        read.Descendants("li").Single().Value.Trim().ShouldBe("my/<b>\"way\"&\uFFFD");
    }

    [Fact]
    public void A_long_name_is_cut_and_many_columns_have_fewer_labels()
    {
        var job = MapSamples.Completed(
            """
            { "benchmark": "insert", "strategies": ["gzip-messagepack", "messagepack-typed"], "runs": 3,
              "options": { "payloadBytes": [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384], "linkRoundTrip": [1, 2] } }
            """,
            (key, round) => key.Strategy.Length + (0.01 * round));

        var chart = WinnerMapChart.Draw(WinnerMap.Of(job, Info), Info)!.Element("figure")!.Element(Svg + "svg")!;

        ClassOf(chart).ShouldBe("answer-chart many");
        chart.Elements(Svg + "g").Select(cell => cell.Elements(Svg + "text").Single().Value).Distinct().ShouldBe(["gzip-mes…"]);
        chart.Elements(Svg + "text").Count().ShouldBe(1 + 2 + 5 + 1);
    }

    [Fact]
    public void The_html_report_has_the_same_map_and_the_reports_of_other_jobs_have_none()
    {
        var report = XDocument.Parse(HtmlReport.Write(Job, Info));
        var other = XDocument.Parse(HtmlReport.Write(AxisSamples.OneAxis, AxisSamples.Info));
        // In a report, the keyboard can scroll a wide chart.
        report.Descendants().Attributes("tabindex").Remove();

        report.Descendants("div").Single(part => (string?)part.Attribute("class") == "maps").ToString().ShouldBe(Draw().ToString());
        other.Descendants("div").ShouldNotContain(part => (string?)part.Attribute("class") == "maps");
    }

    [Fact]
    public void More_maps_than_a_page_has_room_for_are_counted()
    {
        var chart = WinnerMapChart.Draw([.. Enumerable.Repeat(Maps[0], 11)], Info)!;

        chart.Elements("figure").Count().ShouldBe(9);
        chart.Descendants(Svg + "pattern").Select(pattern => pattern.Attribute("id")!.Value).ShouldBeUnique();
        chart.Elements("p").Single().Value.ShouldStartWith("The first 9 of 11 maps are drawn.");
        WinnerMapChart.Draw([], Info).ShouldBeNull();
    }

    private static XElement Draw(MapPoint? point = null) => WinnerMapChart.Draw(Maps, Info, point).ShouldNotBeNull();

    private static MapPoint PointOf(double size, double roundTrip) =>
        new(new Dictionary<string, double> { ["payloadBytes"] = size, ["linkRoundTrip"] = roundTrip });

    private static XElement[] CellsOf(XElement chart) => [.. chart.Element("figure")!.Element(Svg + "svg")!.Elements(Svg + "g")];

    private static XElement? CrossOf(XElement chart) =>
        chart.Descendants(Svg + "svg").SingleOrDefault(mark => (string?)mark.Attribute("class") == "cross");

    private static string ClassOf(XElement element) => element.Attribute("class")!.Value;

    private static double X(XElement element) => Number(element, "x");

    private static double Y(XElement element) => Number(element, "y");

    private static double Number(XElement element, string name) =>
        double.Parse(element.Attribute(name)!.Value.TrimEnd('%'), CultureInfo.InvariantCulture);
}
