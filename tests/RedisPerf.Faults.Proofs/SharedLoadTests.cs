using System.Net;
using System.Text.Json.Nodes;
using RedisPerf.Faults.Proofs.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Nodes that measure a job together, and the loss of one of them.</summary>
public sealed class SharedLoadTests : NodeTest
{
    private const string Shared = """
        { "benchmark": "insert", "strategies": ["batch", "hset"], "targets": ["mine"], "runs": 3, "warmups": 1, "loadFrom": 2,
          "onNodeLoss": "requeue",
          "options": { "items": 4000, "payloadBytes": 20000, "keys": 8 } }
        """;

    private const string Rate = """
        { "benchmark": "load", "strategies": ["open-loop"], "targets": ["mine"], "runs": 2, "warmups": 0, "loadFrom": 2,
          "options": { "rates": "2000", "secondsPerRun": 0.7, "keys": 100 } }
        """;

    // About a second for each run.
    private const string Long = """
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["mine"], "runs": 8, "warmups": 0, "loadFrom": 2, "onNodeLoss": "requeue",
          "options": { "items": 20000, "payloadBytes": 1000, "keys": 2, "batchSize": 1 } }
        """;

    [Fact]
    public async Task Two_nodes_measure_each_run_together()
    {
        await using var first = await StartAsync("first");
        await using var second = await StartAsync("second", HourAhead());
        using var refused = await first.PostAsync("/api/jobs", Shared.Replace("\"loadFrom\": 2", "\"loadFrom\": 4", StringComparison.Ordinal));

        var id = await first.QueueAsync(Shared);
        var job = await second.UntilAsync($"/api/jobs/{id}", job => job.Text("state") is not ("queued" or "running"));
        var page = await second.TextAsync($"/jobs/{id}");

        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await refused.Content.ReadAsStringAsync(Ct))
            .ShouldContain("loadFrom must be at most the number of active nodes that have the targets (2), not 4");
        (job.Text("state"), job.Text("error")).ShouldBe(("completed", null));
        job["environment"]!["loadNodes"]!.AsArray().Select(node => node!.AsObject().Text("name")).ShouldBe(["first", "second"], ignoreOrder: true);
        foreach (var run in RunsOf(job))
        {
            (run.Text("state"), (bool)run["verified"]!, (long)run["operations"]!).ShouldBe(("ok", true, 4000L));
            var load = run["sharedLoad"]!;
            load["nodes"]!.AsArray().Count.ShouldBe(2);
            ((double?)load["speedup"] is null or > 0).ShouldBeTrue("a disturbed measurement is not compared");
            ((double)load["clockError"]!).ShouldBeLessThan(0.5);
            TestContext.Current.TestOutputHelper!.WriteLine($"skew {(double)load["startSkew"]! * 1e3:0.000} ms, "
                + $"clock ±{(double)load["clockError"]! * 1e3:0.000} ms, {(double?)load["speedup"]:0.00}×");
        }

        page.ShouldContain("2 nodes");
        ((DateTimeOffset)job["endedAt"]! - DateTimeOffset.UtcNow).Duration().ShouldBeLessThan(TimeSpan.FromMinutes(10), "the clock of the database");
        var rate = await first.UntilAsync($"/api/jobs/{await first.QueueAsync(Rate)}", job => job.Text("state") is not ("queued" or "running"));
        (rate.Text("state"), rate.Text("error")).ShouldBe(("completed", null));
        foreach (var run in RunsOf(rate))
        {
            run["sharedLoad"]!["nodes"]!.AsArray().Count.ShouldBe(2);
            ((double)run["figures"]!["p99"]!).ShouldBeGreaterThan(0, "700 operations of one node do not support p99");
        }

        (await Redis.CountKeysAsync("*")).ShouldBe(0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_job_whose_node_is_killed_is_repeated_by_the_other_nodes(bool isAssistant)
    {
        await using var first = await StartAsync("first");
        await using var second = await StartAsync("second");
        await using var third = await StartAsync("third");
        NodeProcess[] nodes = [first, second, third];
        var id = await first.QueueAsync(Long);
        await first.UntilAsync($"/api/jobs/{id}", HasRun);
        var executing = (await first.GetAsync($"/api/jobs/{id}")).Text("node");
        var assisting = await AssistantAsync(first);
        var victim = nodes.Single(node => node.Name == (isAssistant ? assisting : executing));
        var other = nodes.First(node => node != victim);
        await victim.KillAsync();

        var lost = await other.UntilAsync($"/api/jobs/{id}", job => job.Text("state") is not ("queued" or "running"));
        var list = await other.UntilAsync("/api/jobs", list => list["jobs"]!.AsArray() is [{ } newest, _] && newest.Text("state") is "completed");
        var repeated = await other.GetAsync($"/api/jobs/{list["jobs"]![0]!.Text("id")}");

        lost.Text("state").ShouldBe("interrupted");
        lost.Text("error")!.ShouldContain($"Node {victim.Name}");
        lost.Text("error")!.ShouldContain("was lost");
        RunsOf(repeated).ShouldAllBe(run => run.Text("state") == "ok");
        RunsOf(repeated).Count().ShouldBe(16);
        await Poll.UntilAsync(async () => await Redis.CountKeysAsync("*") == 0);
    }

    // The times of a job, and the common start of its slices, depend on the clock of the database only.
    private FakeClock? HourAhead()
    {
        if (!FakeClock.IsInstalled)
        {
            TestContext.Current.AddWarning($"{FakeClock.Missing} The clocks of the nodes agree.");
            return null;
        }

        var clock = new FakeClock(Path.Combine(Folder, "clock"));
        clock.Set("+1h");
        return clock;
    }

    private static IEnumerable<JsonObject> RunsOf(JsonObject job) =>
        job["cases"]!.AsArray().SelectMany(each => each!["runs"]!.AsArray()).Select(run => run!.AsObject());

    private static async Task<string> AssistantAsync(NodeProcess node) =>
        (await node.ListAsync("/api/nodes")).Single(each => (bool)each!["isAssisting"]!)!.AsObject().Text("name")!;
}
