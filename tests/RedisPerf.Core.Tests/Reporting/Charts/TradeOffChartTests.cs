using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>Operations per second against the other cost of a benchmark.</summary>
public sealed class TradeOffChartTests
{
    private const string OnlineUsers =
        """{ "benchmark": "online-users", "strategies": ["hash", "bitmap", "hyperloglog"], "runs": 5, "options": { "users": [10000] } }""";

    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void A_faster_strategy_is_higher_and_a_cheaper_one_is_further_to_the_left()
    {
        var marks = MarksOf(TradeOffChart.Draw(Users(), Catalogue.Default.Find("online-users")!.Info)!);

        marks.Keys.ShouldBe(["hash", "bitmap", "hyperloglog"], ignoreOrder: true);
        marks["hyperloglog"].X.ShouldBeLessThan(marks["bitmap"].X);
        marks["bitmap"].X.ShouldBeLessThan(marks["hash"].X);
        marks["bitmap"].Y.ShouldBeLessThan(marks["hash"].Y, "the fastest strategy has the smallest y");
    }

    [Fact]
    public void A_cost_of_0_is_at_the_left_edge()
    {
        var marks = MarksOf(TradeOffChart.Draw(Users(bitmap: 0), Catalogue.Default.Find("online-users")!.Info)!);

        marks["bitmap"].X.ShouldBeLessThan(marks["hyperloglog"].X);
    }

    [Fact]
    public void Only_benchmarks_with_another_cost_and_two_cases_with_it_have_the_chart()
    {
        TradeOffChart.Draw(MapSamples.SizeAndRoundTrip, MapSamples.InfoOf(MapSamples.SizeAndRoundTrip)).ShouldBeNull();
        TradeOffChart.Draw(Users(reports: "bitmap"), Catalogue.Default.Find("online-users")!.Info).ShouldBeNull();
        TradeOffChart.Draw(Users(), null).ShouldBeNull();
    }

    [Fact]
    public void The_report_has_the_chart_with_a_text_for_each_mark()
    {
        var report = HtmlReport.Write(Users(), Catalogue.Default.Find("online-users")!.Info);

        report.ShouldContain("Users per second against bytes/user");
        report.ShouldMatch("<title>bitmap, local[^<]*: [0-9.]+ users per second, [0-9.]+ bytes/user</title>");
    }

    private static JobDocument Users(double bitmap = 6, string? reports = null) => MapSamples.Completed(
        OnlineUsers,
        (key, round) => (key.Strategy == "bitmap" ? 1 : key.Strategy == "hash" ? 3 : 2) * (1 + (0.01 * (round % 3))),
        (run, key) => reports is not null && key.Strategy != reports ? run : run with
        {
            Figures = new Dictionary<string, double>
            { ["usedMemory"] = 10_000 * (key.Strategy switch { "hyperloglog" => 2, "bitmap" => bitmap, _ => 72 }) },
        });

    private static Dictionary<string, (double X, double Y)> MarksOf(XElement chart) => chart.Descendants(Svg + "g")
        .Where(group => group.Element(Svg + "title") is not null)
        .ToDictionary(
            group => group.Element(Svg + "title")!.Value.Split(',')[0],
            group => (Number(group, "x"), Number(group, "y")));

    private static double Number(XElement group, string name) => double.Parse(
        group.Element(Svg + "svg")!.Attribute(name)!.Value.TrimEnd('%'), CultureInfo.InvariantCulture);
}
