using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>The chart of a job along an axis of words in the HTML report.</summary>
public sealed class BarChartTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void Each_value_has_a_bar_with_an_interval_for_each_strategy()
    {
        var plot = PlotsOf(AxisSamples.Words).ShouldHaveSingleItem();

        var bars = BarsOf(plot);
        bars.Length.ShouldBe(9);
        bars.ShouldAllBe(bar => bar.Elements(Svg + "line").Count(line => (string?)line.Attribute("class") == "interval") == 3);
        bars.Select(bar => bar.Element(Svg + "title")!.Value.Split(' ')[0]).ShouldBe(
            Enumerable.Repeat(new[] { "batch", "hset", "floor" }, 3).SelectMany(names => names));
        plot.Elements(Svg + "text").Select(text => text.Value).ShouldContain("everysec");
        // A slower value has a higher bar.
        HeightOf(bars[6]).ShouldBeGreaterThan(2 * HeightOf(bars[0]));
        bars.Select(bar => Number(bar.Element(Svg + "rect")!, "x")).ShouldBeInOrder();
    }

    [Fact]
    public void A_strategy_that_the_axis_does_not_affect_is_a_line_and_the_plots_have_one_scale()
    {
        var document = ChartPanelsTests.Along(AxisSamples.WordsAndNumbers, "server.appendfsync");
        var level = document.Cases.First(@case => @case.Strategy == "batch");
        document = document with
        { Cases = [.. document.Cases.Where(@case => @case.Strategy != "batch"), level with { At = level.At.Without("server.appendfsync") }] };

        var plots = PlotsOf(document);

        plots.Length.ShouldBe(3);
        plots.Select(plot => plot.Elements(Svg + "g").Elements(Svg + "line").Single(line => (string?)line.Attribute("class") == "level"))
            .Select(line => Number(line, "y1")).Distinct().ShouldHaveSingleItem();
    }

    [Fact]
    public void The_steps_of_the_axis_are_round()
    {
        var plot = PlotsOf(AxisSamples.Words)[0];

        plot.Elements(Svg + "text").Where(text => (string?)text.Attribute("text-anchor") == "end").Select(text => text.Value)
            .ShouldBe(["0", "0.500 s", "1.00 s"]);
        BarsOf(plot).ShouldAllBe(bar => Number(bar.Element(Svg + "rect")!, "y") >= 0);
    }

    private static XElement[] PlotsOf(JobDocument document) => [.. XDocument.Parse(HtmlReport.Write(document, AxisSamples.Info))
        .Descendants(Svg + "g").Where(shape => (string?)shape.Attribute("class") == "plot")];

    private static XElement[] BarsOf(XElement plot) => [.. plot.Elements(Svg + "g").Where(bar => bar.Element(Svg + "rect") is not null)];

    private static double HeightOf(XElement bar) => Number(bar.Element(Svg + "rect")!, "height");

    private static double Number(XElement shape, string name) => double.Parse(shape.Attribute(name)!.Value, CultureInfo.InvariantCulture);
}
