using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>The chart of several jobs on the comparison page and in its report.</summary>
public sealed class DotPlotTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";
    private static readonly double[] Level = [1.0, 1.005, 0.995];

    [Fact]
    public void A_row_for_each_case_has_a_dot_for_each_job_in_the_order_of_time_and_the_floor_is_the_last()
    {
        var jobs = Compared(Job(2, 1), Job(3, 1.5), Job(1, 0.5));

        jobs.Jobs.Select(job => job.Number).ShouldBe([1L, 2, 3]);
        var chart = DotPlot.Draw(jobs)!;

        Rows(chart).Select(row => row.Element(Svg + "title")!.Value).ShouldBe(["batch", "hset", "floor (machine)"]);
        Rows(chart).Select(row => row.Attribute("class")!.Value).ShouldBe(["case", "case", "machine"]);
        Dots(Rows(chart)[0]).ShouldBe(["dot faster", "base", "dot slower"]);
        Dots(Rows(chart)[2]).ShouldBe(["dot same", "base", "dot same"]);
        Rows(chart).ShouldAllBe(row => row.Elements(Svg + "rect").Count() == 1);
        chart.Descendants(Svg + "text").Select(text => text.Value).Take(6).ShouldBe(["#1", "1 Nov", "#2", "base", "#3", "3 Nov"]);
    }

    [Fact]
    public void Slower_is_higher_and_all_rows_have_one_scale_that_ends_at_four_times()
    {
        var chart = DotPlot.Draw(Compared(Job(1, 1), Job(2, 1.5), Job(3, 30)))!;

        var (slower, slowest) = (Middle(chart, 1), Middle(chart, 2));
        var row = Rows(chart)[0];
        var (top, middle) = (Y(row.Element(Svg + "line")!), Y(row.Elements(Svg + "line").Last()));
        slower.ShouldBeLessThan(middle);
        slowest.ShouldBeInRange(top, slower);
    }

    [Fact]
    public void A_job_without_the_case_has_no_dot_and_a_chart_without_ratios_does_not_exist()
    {
        var chart = DotPlot.Draw(Compared(Job(1, 1), Job(2, 1) with { Cases = [Job(2, 1).Cases[2]] }, Job(3, 1)))!;

        Dots(Rows(chart)[0]).ShouldBe(["base", "dot same"]);
        ComparedJobs.Of([Comparison.Of(Job(1, 1), Job(2, 1) with { Benchmark = "mget" }, null)]).ShouldBeNull();
        Compared(Job(1, 1), Job(1, 1), Job(2, 1)).Jobs.Select(job => job.Number).ShouldBe([1L, 2]);
    }

    [Fact]
    public void More_cases_than_a_screen_has_are_in_the_table_only()
    {
        var chart = DotPlot.Draw(Compared(Many(1), Many(2), Many(3)))!;

        Rows(chart).Length.ShouldBe(DotPlot.MaxRows);
        chart.Element("figcaption")!.Value.ShouldEndWith("The table has 20 more cases.");

        static JobDocument Many(int day) => Job(day, 1) with
        {
            Cases = Summaries.Of([.. Enumerable.Range(0, 60).Select(index => Case($"s{index}", 1))], null, null),
        };
    }

    [Fact]
    public void The_report_has_the_jobs_with_their_differences_and_the_same_chart()
    {
        var other = Job(3, 1.5) with { Note = "after <b>" };
        var jobs = Compared(Job(1, 1), other with { Environment = other.Environment! with { Cores = 8 } });

        var report = XDocument.Parse(ComparisonHtml.Write(jobs));

        report.Descendants("h1").Single().Value.ShouldBe("sample: 2 jobs compared with #1");
        report.Descendants("tr").Select(row => string.Join('|', row.Elements("td").Select(cell => cell.Value)))
            .ShouldContain(row => row.StartsWith("#3|", StringComparison.Ordinal)
                && row.EndsWith("|after <b>|cores: 2 → 8", StringComparison.Ordinal));
        report.Descendants(Svg + "svg").Single().ToString().ShouldBe(DotPlot.Draw(jobs)!.Element(Svg + "svg")!.ToString());
    }

    private static XElement[] Rows(XElement chart) =>
        [.. chart.Descendants(Svg + "g").Where(row => row.Attribute("class")?.Value is "case" or "machine")];

    private static IEnumerable<string> Dots(XElement row) => row.Elements(Svg + "g").Select(dot => dot.Attribute("class")!.Value);

    private static double Y(XElement line) => double.Parse(line.Attribute("y1")!.Value, CultureInfo.InvariantCulture);

    // The middle of the interval of a dot in the first row.
    private static double Middle(XElement chart, int place)
    {
        var interval = Rows(chart)[0].Elements(Svg + "g").ElementAt(place).Element(Svg + "line")!;
        return (Y(interval) + double.Parse(interval.Attribute("y2")!.Value, CultureInfo.InvariantCulture)) / 2;
    }

    private static ComparedJobs Compared(JobDocument @base, params JobDocument[] others) =>
        ComparedJobs.Of(others.Select(other => Comparison.Of(@base, other, Catalogue.Default.Find("insert")!.Info)))!;

    private static JobDocument Job(int day, double factor) => Samples.Completed with
    {
        Id = new(day, 0, 0, new byte[8]),
        Number = day,
        StartedAt = new DateTimeOffset(2026, 11, day, 10, 0, 0, TimeSpan.Zero),
        Note = null,
        Cases = Summaries.Of([Case("floor", 1), Case("batch", factor), Case("hset", factor)], "floor", null),
    };

    private static CaseResult Case(string strategy, double factor) => TestCases.Of(strategy, "embedded", null, [.. Level.Select((seconds, index) =>
        new Run { Round = index + 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds * factor })]);
}
