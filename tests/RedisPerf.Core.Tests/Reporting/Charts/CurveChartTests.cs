using System.Xml.Linq;
using RedisPerf.Core.Model;
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
        var document = Samples.Completed with
        {
            Request = Samples.Completed.Request.Varying(TestCases.Axis, 1, 10),
            Cases = Summaries.Of([.. from name in names.Index() from point in new long[] { 1, 10 } select TestCases.Of(
                name.Item, "embedded", point, [Run(1 + name.Index)])], null, null),
        };

        var lines = XDocument.Parse(HtmlReport.Write(document, Samples.Info))
            .Descendants(Svg + "g").Where(line => line.Element(Svg + "polyline") is not null).ToArray();

        lines.Select(line => line.Element(Svg + "text")!.Value).ShouldBe(names);
        lines.Select(
            line => (line.Attribute("class")!.Value, Mark(line.Element(Svg + "path")!), Dash(line.Element(Svg + "polyline")!))).ShouldBeUnique();
        lines.ShouldAllBe(line => line.Elements(Svg + "path").Count() == 3 && line.Elements(Svg + "path").Select(Mark).Distinct().Count() == 1);
        lines.ShouldAllBe(line => line.Elements(Svg + "polyline").Select(Dash).Distinct().Count() == 1);
        lines.Select(line => Dash(line.Element(Svg + "polyline")!) is null).ShouldBe(Enumerable.Range(0, 20).Select(index => index < 8));
    }

    [Fact]
    public void The_lines_of_a_job_with_several_clients_have_their_client()
    {
        string[] clients = ["2.13.17", "3.4.35"];
        var document = Samples.Completed with
        {
            Request = Samples.Completed.Request.Varying(TestCases.Axis, 1, 10) with { Clients = clients },
            Cases = Summaries.Of([.. from client in clients.Index()
                from point in new long[] { 1, 10 }
                select TestCases.Of("way", "embedded", point, [Run(1 + client.Index)]).At("client", client.Item)], null, null),
        };

        var lines = XDocument.Parse(HtmlReport.Write(document, Samples.Info)).Descendants(Svg + "g")
            .Where(line => line.Element(Svg + "polyline") is not null);

        lines.Select(line => line.Element(Svg + "text")!.Value).ShouldBe(["way with client 2.13.17", "way with client 3.4.35"]);
    }

    // After the moveto command.
    private static string Mark(XElement path) => path.Attribute("d")!.Value[path.Attribute("d")!.Value.IndexOf('m', StringComparison.Ordinal)..];

    private static string? Dash(XElement line) => line.Attribute("stroke-dasharray")?.Value;

    private static Run Run(double seconds) => new() { Round = 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds };
}
