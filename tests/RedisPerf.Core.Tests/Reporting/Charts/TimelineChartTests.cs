using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Core.Tests.Reporting.Charts;

public sealed class TimelineChartTests
{
    private static readonly RunTimeline Timeline = new(
        0.5, "restart", 1, [0.0001, 0.0001, null, 0.0002], [0.001, 0.002, null, 0.3], [5_000, 5_000, 0, 9_000], [0, 0, 40, 0]);

    [Fact]
    public void The_disturbance_is_a_line_with_a_word_and_missing_values_interrupt_the_lines()
    {
        var chart = Draw(Timeline).ShouldNotBeNull();

        var text = chart.ToString();
        text.ShouldContain(">restart</text>");
        text.ShouldContain("restart at 1 seconds. p99 from");
        chart.Descendants().Single(element => (string?)element.Attribute("class") == "mark").Attribute("x1")!.Value.ShouldBe("55.5%");
        var p99 = chart.Descendants().First(element => (string?)element.Attribute("class") == "p99").Attribute("d")!.Value;
        p99.Split('M', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(2, "the third interval has no percentile");
    }

    [Fact]
    public void A_job_without_timelines_has_no_chart() => Draw(null).ShouldBeNull();

    [Fact]
    public void A_run_without_percentiles_has_its_throughput() =>
        Draw(Timeline with { P50 = [null, null, null, null], P99 = [null, null, null, null] }).ShouldNotBeNull();

    private static XElement? Draw(RunTimeline? timeline)
    {
        var run = new Run { Round = 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = 2, Timeline = timeline };
        return TimelineChart.Draw(
            Samples.Completed with { Cases = [new CaseResult("open-loop", Coordinates.Of("local"), [run], null)] }, new LoadBenchmark().Info);
    }
}
