using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Charts;

/// <summary>The combinations of the values on the other axes, each with a chart.</summary>
public sealed class ChartPanelsTests
{
    [Fact]
    public void A_job_that_varies_nothing_has_no_charts_along_an_axis() => ChartPanels.Of(Samples.Completed, Samples.Info).ShouldBeNull();

    [Fact]
    public void One_axis_has_one_chart_without_a_title()
    {
        var charts = ChartPanels.Of(AxisSamples.OneAxis, AxisSamples.Info).ShouldNotBeNull();

        (charts.Axis.Name, charts.AreSeveral, charts.Omitted).ShouldBe(("payloadBytes", false, null));
        charts.Panels.ShouldHaveSingleItem().Title.ShouldBeEmpty();
    }

    [Fact]
    public void A_job_without_results_has_a_chart_for_each_combination_too()
    {
        var charts = ChartPanels.Of(AxisSamples.TwoAxes with { Cases = [] }, AxisSamples.Info).ShouldNotBeNull();

        charts.Panels.Select(panel => panel.Title).ShouldBe(["link bandwidth 100 Mbit/s", "link bandwidth 1,000 Mbit/s"]);
        charts.Panels.ShouldBe(ChartPanels.Of(AxisSamples.TwoAxes, AxisSamples.Info)!.Panels);
    }

    [Fact]
    public void Charts_are_along_the_chosen_axis_of_numbers_or_words()
    {
        var document = AxisSamples.WordsAndNumbers;

        ChartPanels.Of(document, AxisSamples.Info)!.Panels.Select(panel => panel.Title).ShouldBe(["appendfsync no", "appendfsync always"]);
        var words = ChartPanels.Of(Along(document, "server.appendfsync"), AxisSamples.Info).ShouldNotBeNull();
        (words.Axis.Name, words.Axis.IsNumeric).ShouldBe(("server.appendfsync", false));
        // batch has no transactions, so it is in each chart.
        words.Panels.Select(panel => panel.Title).ShouldBe(
            ["writes in one MULTI/EXEC 10", "writes in one MULTI/EXEC 100", "writes in one MULTI/EXEC 1,000"]);
        words.Panels.ShouldAllBe(panel =>
            document.Cases.Where(@case => @case.Strategy == "batch").All(@case => panel.Contains(@case, words.Axis)));
        ChartPanels.Of(Along(document, "target"), AxisSamples.Info)!.Axis.Name.ShouldBe("batchSize", "the only target is no choice");
    }

    [Fact]
    public void At_most_nine_charts_are_drawn_and_a_limit_selects_others()
    {
        var document = Samples.Completed with
        {
            Request = Samples.Completed.Request.Varying("items", [.. Enumerable.Range(1, 12).Select(number => (double)number)])
                .Varying(TestCases.Axis, 1, 2) with
            { Along = TestCases.Axis },
            Cases = [],
        };

        var charts = ChartPanels.Of(document, Samples.Info).ShouldNotBeNull();
        var limited = ChartPanels.Of(document, Samples.Info, at => at["items"] == "12").ShouldNotBeNull();

        (charts.Panels.Count, charts.Total).ShouldBe((9, 12));
        charts.Omitted.ShouldBe("The first 9 of 12 combinations are drawn. Choose a value of another axis to see the others.");
        (limited.Panels.ShouldHaveSingleItem().Title, limited.Omitted, limited.AreSeveral).ShouldBe(("items 12", null, true));
    }

    internal static JobDocument Along(JobDocument document, string axis) => document with { Request = document.Request with { Along = axis } };
}
