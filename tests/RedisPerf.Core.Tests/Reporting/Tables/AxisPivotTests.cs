using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Reporting.Charts;

namespace RedisPerf.Core.Tests.Reporting.Tables;

/// <summary>The medians by the values of an axis and the strategies.</summary>
public sealed class AxisPivotTests
{
    [Fact]
    public void Each_combination_of_the_other_axes_has_a_pivot_with_the_winner_of_each_row()
    {
        var pivots = AxisPivot.Of(AxisSamples.TwoAxes, AxisSamples.Info);

        pivots.Select(pivot => $"{pivot.At}").ShouldBe(["target=local&linkBandwidth=100", "target=local&linkBandwidth=1000"]);
        pivots[0].Strategies.ShouldBe(["batch", "gzip", "lz4", "floor"]);
        WinnersOf(pivots[0]).ShouldBe(["lz4", "gzip", "gzip"]);
        WinnersOf(pivots[1]).ShouldBe(["batch", "lz4", "gzip lz4"], "the last two are tied");
    }

    [Fact]
    public void The_rows_of_an_axis_of_words_are_in_the_order_of_the_request()
    {
        var pivot = AxisPivot.Of(AxisSamples.Words, AxisSamples.Info).ShouldHaveSingleItem();

        pivot.Header.ShouldBe("appendfsync");
        pivot.Rows.Select(row => row.Text).ShouldBe(["no", "everysec", "always"]);
    }

    [Fact]
    public void A_pivot_along_words_is_at_one_value_of_the_numbers_and_has_the_strategies_that_they_do_not_affect()
    {
        var document = ChartPanelsTests.Along(AxisSamples.WordsAndNumbers, "server.appendfsync");

        var pivots = AxisPivot.Of(document, AxisSamples.Info);
        var shown = AxisPivot.Of(document, AxisSamples.Info, at => at["batchSize"] == "100");

        pivots.Select(pivot => pivot.At["batchSize"]).ShouldBe(["10", "100", "1000"]);
        pivots.ShouldAllBe(pivot => pivot.Rows.All(row => row.Cells.All(cell => !cell.IsEmpty)));
        pivots.Select(pivot => pivot.Rows[0].Cells[1].Text).Distinct().Count().ShouldBe(1, "batch is measured once");
        shown.ShouldHaveSingleItem().At["batchSize"].ShouldBe("100");
    }

    [Fact]
    public void The_html_report_marks_the_winners() =>
        HtmlReport.Write(AxisSamples.TwoAxes, AxisSamples.Info).Split("<td class=\"number best\">").Length.ShouldBe(1 + 7);

    private static IEnumerable<string> WinnersOf(AxisPivot pivot) =>
        pivot.Rows.Select(row => string.Join(
            ' ', row.Cells.Index().Where(cell => cell.Item.Mark == "first").Select(cell => pivot.Strategies[cell.Index])));
}
