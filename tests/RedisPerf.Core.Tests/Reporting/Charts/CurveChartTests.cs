using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>The chart of a swept job in the HTML report.</summary>
public sealed class CurveChartTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void Lines_are_distinct_and_match_the_legend()
    {
        var names = Enumerable.Range(1, 20).Select(number => $"way-{number}").ToArray();
        var info = Samples.Info with { Strategies = [.. names.Select(name => new StrategyInfo(name, name, "A sentence.", typeof(CurveChartTests)))] };
        var document = Samples.Completed with
        {
            Request = Samples.Completed.Request.Varying(TestCases.Axis, 1, 10),
            Cases = Summaries.Of([.. from name in names.Index() from point in new long[] { 1, 10 } select TestCases.Of(
                name.Item, "embedded", point, [Run(1 + name.Index)])], null, null),
        };

        var chart = XDocument.Parse(HtmlReport.Write(document, info));
        var lines = LinesOf(PlotsOf(chart).ShouldHaveSingleItem());
        var legend = LegendOf(chart);

        legend.Select(row => row.Element(Svg + "text")!.Value)
            .ShouldBe(StrategyLook.For(info).OrderBy(look => look.Order).Select(look => look.Strategy));
        lines.Select(line => line.Element(Svg + "title")!.Value).ShouldBe(names);
        lines.Select(Look).ShouldBe(StrategyLook.For(info).Select(look => (look.CssClass, look.Path)));
        lines.Select(Look).ShouldBeUnique();
        lines.Select(Look).ShouldBe(legend.Select(Look), ignoreOrder: true);
        lines.ShouldAllBe(line => line.Elements(Svg + "path").Count() == 2 && line.Elements(Svg + "path").Select(Mark).Distinct().Count() == 1);
    }

    [Fact]
    public void Each_value_of_another_axis_has_a_plot_on_the_same_scale()
    {
        string[] clients = ["2.13.17", "3.4.35"];
        var document = Samples.Completed with
        {
            Request = Samples.Completed.Request.Varying(TestCases.Axis, 1, 10) with { Clients = clients },
            Cases = Summaries.Of(
            [
                .. from client in clients.Index()
                   from point in new long[] { 1, 10 }
                   select TestCases.Of("way", "embedded", point, [Run(1 + client.Index)]).At("client", client.Item),
                TestCases.Of("level", "embedded", null, [Run(3)]),
            ], null, null),
        };

        var chart = XDocument.Parse(HtmlReport.Write(document, Samples.Info));
        var plots = PlotsOf(chart);

        plots.Length.ShouldBe(2);
        chart.Descendants(Svg + "text").Where(text => (string?)text.Attribute("class") == "panel").Select(text => text.Value)
            .ShouldBe(["client 2.13.17", "client 3.4.35"]);
        plots.ShouldAllBe(plot => LinesOf(plot).Select(line => line.Element(Svg + "title")!.Value).SequenceEqual(new[] { "way", "level" }));
        LegendOf(chart).Select(row => row.Element(Svg + "text")!.Value).ShouldBe(["way", "level"]);
        // The level strategy has the same place in both plots, and the other one is higher where it takes more time.
        HeightOf(plots[0], "level").ShouldBe(HeightOf(plots[1], "level"));
        HeightOf(plots[0], "way").ShouldBeGreaterThan(HeightOf(plots[1], "way"));
        plots.Select(plot => (string?)plot.Attribute("transform")).ShouldBeUnique();

        static double HeightOf(XElement plot, string name) => double.Parse(
            LinesOf(plot).Single(line => line.Element(Svg + "title")!.Value == name).Element(Svg + "polyline")!.Attribute("points")!.Value
                .Split(' ')[0].Split(',')[1], System.Globalization.CultureInfo.InvariantCulture);
    }

    private static XElement[] PlotsOf(XDocument chart) =>
        [.. chart.Descendants(Svg + "g").Where(shape => (string?)shape.Attribute("class") == "plot")];

    private static XElement[] LinesOf(XElement plot) => [.. plot.Elements(Svg + "g").Where(line => line.Element(Svg + "polyline") is not null)];

    private static XElement[] LegendOf(XDocument chart) => [.. chart.Descendants(Svg + "svg").Single().Elements(Svg + "g")
        .Where(row => row.Element(Svg + "polyline") is not null)];

    private static (string, string) Look(XElement line) => (line.Attribute("class")!.Value, Mark(line.Element(Svg + "path")!));

    private static string Mark(XElement path) => path.Attribute("d")!.Value;

    private static Run Run(double seconds) => new() { Round = 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds };
}
