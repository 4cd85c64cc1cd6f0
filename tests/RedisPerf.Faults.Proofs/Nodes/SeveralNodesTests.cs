using System.Net;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

public sealed class SeveralNodesTests(SharedNode shared) : IClassFixture<SharedNode>
{
    [Fact]
    public async Task Each_node_is_listed_with_its_machine_state_and_targets()
    {
        var other = await shared.JoinAsync("listed", "far-redis");

        var nodes = await shared.Host.Client.GetArrayAsync("/api/nodes");
        nodes.Where(node => (bool)node!["isThisNode"]!).ShouldHaveSingleItem()!.Text("name").ShouldBe(SharedNode.Name);
        var listed = nodes.Single(node => node!.Text("name") == "listed")!;
        (listed.Text("machine"), (int)listed["cores"]!, (long)listed["memory"]!, listed.Text("version"), listed.Text("state"))
            .ShouldBe(("rack-7", 12, 32_000_000_000, "1.2.3", "active"));
        listed["targets"]!.ToJsonString().ShouldBe("""["far-redis"]""");

        var before = await shared.Host.MetricsAsync();
        await shared.LeaveAsync(other);
        (await FindAsync("listed"))!.Text("state").ShouldBe("stopped");
        var after = await shared.Host.MetricsAsync();
        foreach (var (state, change) in new[] { ("active", -1), ("stopped", 1), ("lost", 0) })
        {
            var name = $"redisperf_nodes{{state=\"{state}\"}}";
            (after[name] - before[name]).ShouldBe(change, name);
        }
    }

    [Fact]
    public async Task A_node_has_the_job_that_it_executes()
    {
        var id = (await shared.Host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await shared.Host.UntilAsync(id, "running");

        (await FindAsync(SharedNode.Name))!.Text("job").ShouldBe(id);

        (await shared.Host.CancelAsync(id)).Dispose();
        await shared.Host.UntilAsync(id, "cancelled");
        (await FindAsync(SharedNode.Name))!["job"].ShouldBeNull();
    }

    [Fact]
    public async Task A_stopped_node_is_removed()
    {
        var other = await shared.JoinAsync("left");
        using var refused = await shared.Host.Client.DeleteAsync("/api/nodes/left", Ct);
        refused.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        await shared.LeaveAsync(other);

        using var removed = await shared.Host.Client.DeleteAsync("/api/nodes/left", Ct);
        using var again = await shared.Host.Client.DeleteAsync("/api/nodes/left", Ct);

        removed.StatusCode.ShouldBe(HttpStatusCode.NoContent);
        again.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await FindAsync("left")).ShouldBeNull();
    }

    [Fact]
    public async Task A_job_can_have_a_target_of_another_active_node()
    {
        var other = await shared.JoinAsync("far", "far-redis");
        var id = (await shared.Host.QueueAsync(SmallJob.ShortJson.On("far-redis"))).Text("id")!;

        var queued = await shared.Host.GetAsync($"/api/jobs/{id}");
        (queued.Text("state"), queued["waiting"]).ShouldBe(("queued", null));

        await shared.LeaveAsync(other);
        var waiting = (await shared.Host.GetAsync($"/api/jobs/{id}"))["waiting"]!;
        waiting.AsObject().Text("reason").ShouldBe("The job needs nodes with the targets far-redis: 1. Active nodes with them: 0.");
        waiting["cause"]!.AsObject().Text("code").ShouldBe("nodesMissing");
        (await shared.Host.PageAsync($"/jobs/{id}")).QuerySelector("[data-live=expected-start]")!.TextContent
            .ShouldBe("The job needs nodes with the targets far-redis: 1. Active nodes with them: 0.");
        (await shared.Host.CancelAsync(id)).Dispose();
        using var rejected = await shared.Host.PostAsync(SmallJob.ShortJson.On("far-redis"));
        (await rejected.ProblemAsync()).Error("targets").ShouldNotBeNull().ShouldStartWith("Unknown target \"far-redis\".");
    }

    [Fact]
    public async Task A_requested_node_must_have_the_targets_and_one_of_them_is_the_default()
    {
        var other = await shared.JoinAsync("limited", "limited-redis");

        using var rejected = await shared.Host.PostAsync(SmallJob.ShortJson.OnNode("limited"));
        (await rejected.ProblemAsync()).Error("node").ShouldBe($"Node limited does not have {SmallJob.Target}. Its targets: limited-redis.");

        var job = await shared.Host.QueueAsync("""{ "benchmark": "insert", "node": "limited", "onNodeLoss": "requeue" }""");
        job["request"]!["targets"]!.ToJsonString().ShouldBe("""["limited-redis"]""");
        job["request"]!.Text("onNodeLoss").ShouldBe("requeue");
        await shared.LeaveAsync(other);
        (await shared.Host.GetAsync($"/api/jobs/{job.Text("id")}"))["waiting"]!.AsObject().Text("reason")
            .ShouldBe("The job requests node limited, which is not active.");
        (await shared.Host.CancelAsync(job.Text("id")!)).Dispose();
    }

    [Fact]
    public async Task The_memory_of_this_machine_does_not_limit_a_job_of_another_node()
    {
        await shared.JoinAsync("large", SmallJob.Target);
        var huge = $$"""
            { "benchmark": "insert", "strategies": ["batch"], "targets": ["{{SmallJob.Target}}"],
              "options": { "items": 10000000, "payloadBytes": 16777216, "batchSize": 1, "fieldsPerHset": 1, "fieldsPerLua": 1 } }
            """;

        using var here = await shared.Host.PostAsync(huge.OnNode(SharedNode.Name));
        var there = await shared.Host.QueueAsync(huge.OnNode("large"));

        (await here.ProblemAsync()).Error("options.items").ShouldNotBeNull();
        (await shared.Host.CancelAsync(there.Text("id")!)).Dispose();
    }

    private async Task<JsonNode?> FindAsync(string name) =>
        (await shared.Host.Client.GetArrayAsync("/api/nodes")).SingleOrDefault(node => node!.Text("name") == name);
}
