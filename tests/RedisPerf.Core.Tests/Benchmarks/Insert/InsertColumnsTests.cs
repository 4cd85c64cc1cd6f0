using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

public sealed class InsertColumnsTests
{
    private static readonly BenchmarkInfo Info = new InsertBenchmark().Info;

    [Fact]
    public void Amplification_is_relative_to_the_case_with_the_fewest_operations()
    {
        Amplifications(
            Case("batch", Run(100)),
            Case("lua", Run(1_650)),
            Case("hset", Run(100), Run(1) with { State = RunState.Failed })).ShouldBe([null, 16.5, null]);
    }

    [Fact]
    public void A_further_run_with_the_same_work_changes_the_amplification_of_no_other_case()
    {
        var refersTo = InsertColumns.All.Single(figure => figure.Name == InsertColumns.Amplification).RefersTo!;
        var lua = Case("lua", Run(300));

        refersTo(lua, Case("batch", Run(100))).ShouldBeTrue("the first run");
        refersTo(lua, Case("batch", Run(100), Run(100))).ShouldBeFalse();
        refersTo(lua, Case("batch", Run(100), Run(300))).ShouldBeTrue();
        refersTo(lua, Case("batch", Run(100) with { PayloadBytes = 3_000 })).ShouldBeFalse();
    }

    [Fact]
    public void Amplification_ignores_cases_with_another_payload() =>
        Amplifications(Case("batch", Run(100)), Case("lua", Run(300) with { PayloadBytes = 3_000 })).ShouldBe([null, null]);

    [Fact]
    public void Bytes_per_item_are_the_median_growth_of_server_memory()
    {
        CaseResult[] cases = [Case("batch", Grown(80_000), Grown(82_000), Grown(90_000)), Case("lua", Grown(-1))];
        var request = Samples.Completed.Request with
        {
            Options = Info.Options.Read(
            new Dictionary<string, System.Text.Json.JsonElement> { ["items"] = System.Text.Json.JsonSerializer.SerializeToElement(2) }, false, [])
        };

        var summaries = BenchmarkSummaries.Of(cases, Info, request);

        Values(summaries, "bytesPerItem").ShouldBe([41_000, null]);
    }

    [Fact]
    public void Stored_share_is_the_median_size_of_the_values_relative_to_the_documents()
    {
        CaseResult[] cases = [Case("lz4", Stored(10_000), Stored(16_384), Stored(20_000)), Case("batch", Run(100))];

        var summaries =
            BenchmarkSummaries.Of(cases, Info, Samples.Completed.Request with { Options = new Dictionary<string, System.Text.Json.JsonElement>() });

        Values(summaries, "storedBytes").ShouldBe([16_384, null]);
        Values(summaries, "storedShare").ShouldBe([0.5, null]);
    }

    private static double?[] Amplifications(params CaseResult[] cases) =>
        Values(BenchmarkSummaries.Of(cases, Info, Samples.Completed.Request), InsertColumns.Amplification);

    private static double?[] Values(IEnumerable<CaseResult> cases, string figure) =>
        [.. cases.Select(@case => Info.Columns.Single(each => each.Name == figure).In(@case.Summary))];

    private static CaseResult Case(string strategy, params Run[] runs) =>
        TestCases.Of(strategy, "here", null, [.. runs.Select((run, index) => run with { Round = index + 1 })]);

    private static Run Stored(double bytes) => Run(100) with { Figures = new Dictionary<string, double> { ["storedBytes"] = bytes } };

    private static Run Grown(long bytes) => Run(100) with { Server = new(null, bytes, null, null) };

    private static Run Run(long operations) =>
        new() { Round = 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = 1, Operations = operations, PayloadBytes = 1_000 };
}
