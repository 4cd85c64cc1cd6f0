using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Proofs.Benchmarks.Insert;

/// <summary>The field writes of the article's script, which keeps its defects.</summary>
public class LuaAsPublishedTests(RunningServer server) : IClassFixture<RunningServer>
{
    [Theory]
    [InlineData(60, 3)]
    [InlineData(60, 6)]
    [InlineData(270, 9)]
    [InlineData(900, 30)]
    public async Task Each_call_writes_into_three_more_keys(int items, int keys)
    {
        var run = await RunAsync($$"""{"items": {{items}}, "keys": {{keys}}, "payloadBytes": 100}""");

        run.State.ShouldBe(RunState.Ok, run.Error.ToText());
        run.Operations.ShouldBe(WritesOf(items, keys));
        run.PayloadBytes.ShouldBe(items * 100L);
    }

    [Fact]
    public async Task Writes_495000_fields_instead_of_30000_at_the_articles_sizes()
    {
        RunningServer.SkipWithoutRedis();
        WritesOf(30_000, 30).ShouldBe(495_000);

        var run = await RunAsync("""{"items": 30000, "keys": 30, "payloadBytes": 64}""");

        run.State.ShouldBe(RunState.Ok, run.Error.ToText());
        run.Operations.ShouldBe(495_000);
        // The count of the server.
        run.Server!.Commands!["hset"].ShouldBe(495_000);
    }

    [Fact]
    public async Task Verification_fails_when_distinct_documents_overwrite_each_other()
    {
        var run = await RunAsync("""{"items": 60, "keys": 6, "payloadBytes": 200, "distinctPayloads": 7}""");

        run.ShouldBeNoNumber().ShouldMatch(
            @"^Field \d+ of Account:\d+ is another document \(200 bytes stored\) instead of the document that was sent \(200 bytes\)\.$");
    }

    [Fact]
    public async Task Verification_fails_when_the_last_call_is_dropped()
    {
        // Calls of 33 fields: the second one is never complete.
        var run = await RunAsync("""{"items": 65, "keys": 6, "payloadBytes": 200}""");

        run.ShouldBeNoNumber().ShouldMatch(@"^Fields of Account:\d+: \d+ instead of \d+\.$");
    }

    /// <summary>Keys are never cleared: call c of keys / 3 writes the fields of three keys into 3 × c keys.</summary>
    private static long WritesOf(int items, int keys) => Enumerable.Range(1, keys / 3).Sum(call => 3L * call * 3 * (items / keys));

    private async Task<Run> RunAsync(string options)
    {
        var runner = new Runner(Catalogue.Default, _ => server.Target);
        var events = await TestJobs.RunAsync(runner, TestJobs.Insert(["lua-as-published"], options), null, Ct);
        return events.Ended().Single(ended => ended.Case.Strategy == "lua-as-published").Run;
    }
}
