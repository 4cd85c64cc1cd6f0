using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Tables;

public sealed class StorageCostTests
{
    [Fact]
    public void Cost_is_the_median_growth_of_the_memory_in_gigabytes_times_the_price() =>
        Cells(StorageCost.Of(15)!, Grown("batch", 1L << 30, 2L << 30, 4L << 30), Grown("gzip", 1L << 29), Grown("hset", -1), Grown("lua"))
            .ShouldBe(["30.0", "7.5", NumberFormat.None, NumberFormat.None]);

    [Fact]
    public void A_small_cost_keeps_its_digits() =>
        Cells(StorageCost.Read("0.25")!, Grown("batch", 41_011_000), Grown("gzip", 10_457)).ShouldBe(["0.00955", "0.00000243"]);

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("1000001")]
    [InlineData("NaN")]
    [InlineData("1,5,0 EUR")]
    [InlineData("")]
    public void An_invalid_price_has_no_cost(string price) => StorageCost.Read(price).ShouldBeNull();

    [Fact]
    public void Runs_that_store_nothing_have_no_cost()
    {
        var info = Samples.Info with { StoresData = false };

        new CaseTable(Samples.Completed.Request, info, [Grown("batch", 1L << 30)], new(15)).Columns
            .ShouldNotContain(column => column.Name == StorageCost.Column);
    }

    private static string[] Cells(StorageCost cost, params CaseResult[] cases)
    {
        var column = new CaseTable(Samples.Completed.Request, Samples.Info, cases, cost).Columns.Single(column => column.Name == StorageCost.Column);
        return [.. cases.Select(@case => column.Cell(@case).Text)];
    }

    private static CaseResult Grown(string strategy, params long[] bytes) => TestCases.Of(
        strategy,
        "here",
        null,
        [.. bytes.Select((growth, round) => new Run
            { Round = round + 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = 1, Server = new(null, growth, null, null) })]);
}
