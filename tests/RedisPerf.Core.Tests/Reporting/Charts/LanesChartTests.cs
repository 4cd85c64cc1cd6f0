using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>The lanes in the HTML report, which has the main chart of the page.</summary>
public sealed class LanesChartTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    private static BenchmarkInfo Info => Samples.Info;

    [Fact]
    public void Rows_are_in_the_order_of_the_benchmark_with_the_floor_last_and_have_the_looks_of_the_pages()
    {
        var rows = RowsOf(Samples.Completed);

        rows.Select(NameOf).ShouldBe(["hset", "multi-exec", "lua-as-published", "gzip", "floor"]);
        foreach (var row in rows)
        {
            var look = StrategyLook.Of(NameOf(row), Info);
            ClassOf(row).ShouldBe(look.CssClass);
            row.Elements(Svg + "path").First().Attribute("d")!.Value.ShouldBe(look.IsFloor ? StrategyLook.FloorMarker.Path : look.Path);
        }
    }

    [Fact]
    public void Published_strategies_follow_the_others()
    {
        var info = Info with { Strategies = [.. Info.Strategies.Select(each => each with { AsPublished = each.Name == "hset" })] };

        RowsOf(Samples.Completed, info).Select(NameOf).ShouldBe(["multi-exec", "lua-as-published", "gzip", "hset", "floor"]);
    }

    [Fact]
    public void A_row_has_its_runs_its_range_its_median_and_the_floor_in_one_scale()
    {
        var rows = RowsOf(Samples.Completed);
        var (fast, slow) = (rows[0], rows[2]);

        // The warm-up took longer than the longest timed run, but is within the scale of the job.
        MarksOf(fast).Length.ShouldBe(4);
        MarksOf(fast).Count(mark => ClassOf(mark) == "pale").ShouldBe(1);
        PlaceOf(Median(slow)).ShouldBeGreaterThan(PlaceOf(Median(fast)) + 300);
        rows.Select(row => PlaceOf(row.Elements(Svg + "line").Single(line => ClassOf(line) == "floor-line"))).Distinct().ShouldHaveSingleItem();
        // The scale is logarithmic: 0.7412 s to 1.1 s is as far as 2.2 s is from 3.27 s.
        var second = (PlaceOf(Median(rows[1])) - PlaceOf(Median(fast))) / Math.Log(1.1 / 0.7412);
        var third = (PlaceOf(Median(slow)) - PlaceOf(Median(rows[1]))) / Math.Log(12.6 / 1.1);
        second.ShouldBe(third, third * 0.02);
    }

    [Fact]
    public void The_warm_up_does_not_stretch_the_axis()
    {
        var slowStart = WithRuns(Samples.Completed, run => run.Warmup ? run with { Seconds = 1_000 * run.Seconds } : run);

        TicksOf(slowStart).ShouldBe(TicksOf(WithRuns(Samples.Completed, run => run.Warmup ? run with { Seconds = run.Seconds / 1.4 } : run)));
        RowsOf(slowStart).SelectMany(MarksOf).ShouldAllBe(mark => ClassOf(mark) != "pale");
    }

    [Theory]
    [InlineData(0.01, 0.0101)]
    [InlineData(1, 1.3)]
    [InlineData(1.1, 1.5)]
    [InlineData(8.5, 10.5)]
    [InlineData(0.002, 7)]
    [InlineData(3e-7, 4e-7)]
    [InlineData(40, 90_000)]
    public void Each_axis_has_some_round_ticks(double fast, double slow)
    {
        var document = WithRuns(Samples.Completed, run => run with { Seconds = run.Seconds > 2 ? slow : fast });

        TicksOf(document).Length.ShouldBeInRange(2, 9);
    }

    [Fact]
    public void Slices_are_dots_below_the_runs()
    {
        RowsOf(Samples.Completed).SelectMany(row => row.Elements(Svg + "path")).ShouldNotContain(path => ClassOf(path) == "slices");
        var sliced = WithRuns(Samples.Completed, run => run.Seconds is { } seconds ? run with { Slices = [seconds / 2, seconds / 2] } : run);

        var dots = RowsOf(sliced)[0].Elements(Svg + "path").Single(path => ClassOf(path) == "slices");

        dots.Attribute("d")!.Value.Count(character => character == 'M').ShouldBe(3 * 2, "two for each timed run");
    }

    [Fact]
    public void Disturbed_runs_are_marked_only_if_they_are_few()
    {
        var few = RowsOf(Samples.Completed).SelectMany(row => row.Elements(Svg + "path"));
        few.Count(path => ClassOf(path) == "disturbance").ShouldBe(1);
        ReportOf(Samples.Completed).Value.ShouldContain(LanesChart.DisturbedLegend);

        var many = WithRuns(Samples.Completed, run => run.Round < 3 ? run with { Disturbed = [Reason.Of(ReasonCode.NoReplyInTime)] } : run);

        RowsOf(many).SelectMany(row => row.Elements(Svg + "path")).ShouldNotContain(path => ClassOf(path) == "disturbance");
        ReportOf(many).Value.ShouldNotContain(LanesChart.DisturbedLegend);
    }

    [Fact]
    public void A_floor_that_is_not_usable_has_no_line()
    {
        var document = WithRuns(Samples.Completed, (@case, run) => @case.Strategy == "hset" ? run with { Seconds = 0.1 } : run);

        RowsOf(document).SelectMany(row => row.Elements(Svg + "line")).ShouldNotContain(line => ClassOf(line) == "floor-line");
        ReportOf(document).Value.ShouldNotContain(LanesChart.FloorLegend);
        RowsOf(Samples.Completed).SelectMany(row => row.Elements(Svg + "line")).ShouldContain(line => ClassOf(line) == "floor-line");
    }

    [Fact]
    public void A_long_list_is_complete_in_a_folded_part()
    {
        var document = Samples.Completed with
        {
            Request = Samples.Completed.Request with { Targets = [.. Enumerable.Range(0, 8).Select(index => $"t{index}")] },
            Cases = [.. Enumerable.Range(0, 8).SelectMany(index => Samples.Completed.Cases.Select(@case =>
                @case with { At = Coordinates.Of($"t{index}") }))],
        };

        var report = ReportOf(document);

        ChartOf(report).Elements(Svg + "g").Count().ShouldBe(10);
        report.Value.ShouldContain("30 more cases under “All lanes”.");
        var folded = report.Descendants("details").Single(each => each.Element("summary")!.Value == "All lanes");
        ChartOf(folded).Elements(Svg + "g").Count().ShouldBe(40);
        RowsOf(document).Select(NameOf).Take(2).ShouldBe(["hset on t0", "multi-exec on t0"]);
    }

    [Fact]
    public void A_job_without_times_and_an_unknown_benchmark_have_no_lanes()
    {
        LanesChart.Draw(Samples.Completed with { Cases = [] }, Info).ShouldBeNull();
        LanesChart.Draw(Samples.Completed, null).ShouldBeNull();
        LanesChart.Draw(Samples.Completed, Info).ShouldNotBeNull();
    }

    [Fact]
    public void The_colors_of_the_report_are_those_of_the_looks_in_both_themes()
    {
        var style = ReportOf(Samples.Completed).Descendants("style").Single().Value;

        style.ShouldContain(StrategyLook.LightVariables);
        style.ShouldContain(StrategyLook.DarkVariables);
        foreach (var look in StrategyLook.For(Info))
        {
            StrategyLook.LightVariables.ShouldContain($"--{look.ColorName}: {look.Color};");
            style.ShouldContain($".{look.ColorName} {{ color: var(--{look.ColorName}); }}");
        }
    }

    private static JobDocument WithRuns(JobDocument document, Func<Run, Run> change) => WithRuns(document, (_, run) => change(run));

    private static JobDocument WithRuns(JobDocument document, Func<CaseResult, Run, Run> change) => document with
    {
        Cases = BenchmarkSummaries.Of(
            [.. document.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Select(run => change(@case, run))] })], Info, document.Request),
    };

    private static XElement ReportOf(JobDocument document, BenchmarkInfo? info = null) =>
        XDocument.Parse(HtmlReport.Write(document, info ?? Info)).Root!;

    private static XElement ChartOf(XElement part) => part.Descendants(Svg + "svg").First(chart => ClassOf(chart) == "lanes-svg");

    private static XElement[] RowsOf(JobDocument document, BenchmarkInfo? info = null) =>
        [.. ChartOf(ReportOf(document, info)).Elements(Svg + "g")];

    private static string[] TicksOf(JobDocument document) => [.. ChartOf(ReportOf(document)).Elements(Svg + "text")
        .Where(text => ClassOf(text) == "quiet" && double.TryParse(text.Value, CultureInfo.InvariantCulture, out _)).Select(text => text.Value)];

    private static string NameOf(XElement row) => row.Elements(Svg + "text").First().Value;

    private static XElement[] MarksOf(XElement row) =>
        [.. row.Elements(Svg + "path").Skip(1).Where(path => ClassOf(path) is null or "pale")];

    private static XElement Median(XElement row) => row.Elements(Svg + "line").Single(line => ClassOf(line) == "median");

    private static double PlaceOf(XElement line) => double.Parse(line.Attribute("x1")!.Value, CultureInfo.InvariantCulture);

    private static string? ClassOf(XElement shape) => (string?)shape.Attribute("class");
}
