using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

/// <summary>What the article's script really does: it is kept as it was, and counted.</summary>
public class LuaAsPublishedTests(RunningServers servers) : IClassFixture<RunningServers>
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(60, 3)]
    [InlineData(60, 6)]
    [InlineData(270, 9)]
    [InlineData(900, 30)]
    public async Task Call_after_call_it_writes_its_fields_into_three_more_keys(int items, int keys)
    {
        var run = await RunAsync("embedded", $$"""{"items": {{items}}, "keys": {{keys}}, "payloadBytes": 100}""");

        run.State.ShouldBe(RunState.Ok, run.Error.ToText());
        run.Operations.ShouldBe(WritesOf(items, keys));
        run.PayloadBytes.ShouldBe(items * 100L);
    }

    [Fact]
    public async Task At_the_articles_sizes_it_writes_495_000_fields_for_30_000()
    {
        RunningServers.SkipUnlessThere("local");
        WritesOf(30_000, 30).ShouldBe(495_000);

        var run = await RunAsync("local", """{"items": 30000, "keys": 30, "payloadBytes": 64}""");

        run.State.ShouldBe(RunState.Ok, run.Error.ToText());
        run.Operations.ShouldBe(495_000);
        // The server's own count.
        run.Server!.Commands!["hset"].ShouldBe(495_000);
    }

    [Fact]
    public async Task Documents_that_differ_are_overwritten_by_later_ones_and_do_not_verify()
    {
        var run = await RunAsync("embedded", """{"items": 60, "keys": 6, "payloadBytes": 200, "distinctPayloads": 7}""");

        run.ShouldBeNoNumber().ShouldMatch(@"^Field \d+ of Account:\d+ does not hold the document that was sent \(200 bytes stored, 200 bytes of payload\)\.$");
    }

    [Fact]
    public async Task What_is_left_over_at_the_end_is_never_sent_and_does_not_verify()
    {
        // Calls of 33 fields: the second one is never filled.
        var run = await RunAsync("embedded", """{"items": 65, "keys": 6, "payloadBytes": 200}""");

        run.ShouldBeNoNumber().ShouldMatch(@"^Account:\d+ holds \d+ fields instead of \d+: not everything that was sent was stored\.$");
    }

    /// <summary>No key is ever forgotten: call c of keys / 3 writes the fields of three keys into 3 × c of them.</summary>
    private static long WritesOf(int items, int keys) => Enumerable.Range(1, keys / 3).Sum(call => 3L * call * 3 * (items / keys));

    private async Task<Run> RunAsync(string target, string options)
    {
        var runner = new Runner(Catalogue.Default, _ => servers.Find(target));
        var events = await TestJobs.RunAsync(runner, TestJobs.Insert(["lua-as-published"], options), null, Ct);
        return events.Ended().Single(ended => ended.Case.Strategy == "lua-as-published").Run;
    }
}
