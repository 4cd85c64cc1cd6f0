using System.Xml.Linq;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>The dots of a case in the list of schedules.</summary>
public sealed class TrendStripTests
{
    [Fact]
    public void Usual_runs_are_equidistant_dots_and_a_missed_run_is_a_gap_with_its_reason()
    {
        var strip = TrendStrip.Draw(
            [new(1.0), new(1.1), new(null, IsMissed: true, Text: "2 Nov: missed. The queue was full."), new(0.9)], null, "words")!;

        var places = Places(strip);
        places.Length.ShouldBe(3);
        (places[1] - places[0]).ShouldBe(5, 0.01);
        (places[2] - places[1]).ShouldBe(10, 0.01);
        Parts(strip, "missed").ShouldHaveSingleItem().Value.ShouldBe("2 Nov: missed. The queue was full.");
        strip.Attribute("aria-label")!.Value.ShouldBe("words");
        Parts(strip, "range").ShouldBeEmpty();
    }

    [Fact]
    public void Slow_runs_are_triangles_after_the_line_of_their_step_and_above_the_expected_range()
    {
        var strip = TrendStrip.Draw(
            [new(1.0), new(1.01), new(1.2, IsSlow: true, IsStep: true, Text: "#3"), new(1.21, IsSlow: true, Text: "#4")],
            new(0.95, 1, 1.05), "words")!;

        Places(strip).Length.ShouldBe(2);
        Parts(strip, "step").ShouldHaveSingleItem().Value.ShouldBe("#3");
        Parts(strip, "slow").Select(mark => mark.Value).ShouldBe(["#3", "#4"]);
        var range = Parts(strip, "range").Single();
        Parts(strip, "slow").ShouldAllBe(mark => Y(mark) < Number(range, "y"));
    }

    [Fact]
    public void The_last_60_runs_end_at_the_right_edge_and_a_case_without_times_has_no_strip()
    {
        var strip = TrendStrip.Draw([.. Enumerable.Repeat(new TrendSlot(1), 90)], null, "words")!;

        var places = Places(strip);
        places.Length.ShouldBe(TrendStrip.Length);
        places[^1].ShouldBe(Places(TrendStrip.Draw([new(1)], null, "words")!).Single());
        TrendStrip.Draw([new(null), new(null, IsMissed: true)], new(1, 2, 3), "words").ShouldBeNull();
    }

    private static IEnumerable<XElement> Parts(XElement strip, string name) =>
        strip.Elements().Where(part => part.Attribute("class")?.Value == name);

    private static double[] Places(XElement strip) =>
        [.. (Parts(strip, "runs").SingleOrDefault()?.Attribute("d")!.Value ?? "").Split('M', StringSplitOptions.RemoveEmptyEntries)
            .Select(dot => Parse(dot.Split(' ')[0]))];

    private static double Y(XElement mark) => Parse(mark.Attribute("d")!.Value.Split(' ')[1].Split('m')[0]);

    private static double Number(XElement part, string name) => Parse(part.Attribute(name)!.Value);

    private static double Parse(string text) => double.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
}
