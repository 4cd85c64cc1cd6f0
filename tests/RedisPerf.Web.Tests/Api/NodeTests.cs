using System.Net;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Api;

public sealed class NodeTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task With_SQLite_the_only_node_is_this_process()
    {
        var before = DateTimeOffset.UtcNow;

        var node = (await _host.Client.GetArrayAsync("/api/nodes")).ShouldHaveSingleItem()!;

        node.Names().ShouldBe(["name", "machine", "cores", "memory", "version", "state", "lastSeen", "startedAt", "job", "isAssisting", "targets", "isThisNode"]);
        node.Text("name").ShouldBe(Environment.MachineName);
        node.Text("state").ShouldBe("active");
        ((bool)node["isThisNode"]!).ShouldBeTrue();
        ((int)node["cores"]!).ShouldBe(Environment.ProcessorCount);
        ((long)node["memory"]!).ShouldBeGreaterThan(1_000_000_000);
        ((DateTimeOffset)node["lastSeen"]!).ShouldBeInRange(before, DateTimeOffset.UtcNow);
        ((DateTimeOffset)node["startedAt"]!).ShouldBeLessThan(before);
        node["targets"]!.AsArray().Select(target => (string?)target).ShouldContain("embedded");
    }

    [Fact]
    public async Task An_active_node_is_not_removed()
    {
        using var active = await _host.Client.DeleteAsync($"/api/nodes/{Environment.MachineName}", Ct);
        using var unknown = await _host.Client.DeleteAsync("/api/nodes/nosuch", Ct);

        active.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await active.ProblemAsync()).Text("detail").ShouldBe($"Node \"{Environment.MachineName}\" is active; stop it first.");
        unknown.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await unknown.ProblemAsync()).Text("detail").ShouldBe("There is no node \"nosuch\".");
        (await _host.Client.GetArrayAsync("/api/nodes")).Count.ShouldBe(1);
    }

    [Fact]
    public async Task A_job_can_request_the_only_node_and_an_unknown_one_is_rejected()
    {
        using var answer = await _host.PostAsync(On("nosuch"));
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.ProblemAsync()).Error("node").ShouldBe($"Unknown node \"nosuch\". Valid nodes: {Environment.MachineName}.");

        var job = await _host.EndedAsync((await _host.QueueAsync(On(Environment.MachineName))).Text("id")!);

        job.Text("state").ShouldBe("completed");
        job["request"]!.Text("node").ShouldBe(Environment.MachineName);
        job.Text("node").ShouldBe(Environment.MachineName);
    }

    internal static string On(string node, string? job = null)
    {
        var request = JsonNode.Parse(job ?? SmallJob.ShortJson)!;
        request["node"] = node;
        return request.ToJsonString();
    }
}

public sealed class SeveralNodesTests(SharedNode shared) : IClassFixture<SharedNode>
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Each_node_is_listed_with_its_machine_state_and_targets()
    {
        var other = await shared.JoinAsync("listed", "far-redis");

        var nodes = await shared.Host.Client.GetArrayAsync("/api/nodes");
        nodes.Where(node => (bool)node!["isThisNode"]!).ShouldHaveSingleItem()!.Text("name").ShouldBe(SharedNode.Name);
        var listed = nodes.Single(node => node!.Text("name") == "listed")!;
        (listed.Text("machine"), (int)listed["cores"]!, (long)listed["memory"]!, listed.Text("version"), listed.Text("state")).ShouldBe(("rack-7", 12, 32_000_000_000, "1.2.3", "active"));
        listed["targets"]!.ToJsonString().ShouldBe("""["far-redis"]""");

        var before = await MetricsTests.ReadAsync(shared.Host);
        await shared.LeaveAsync(other);
        (await FindAsync("listed"))!.Text("state").ShouldBe("stopped");
        var after = await MetricsTests.ReadAsync(shared.Host);
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
        (await shared.Host.PageAsync($"/jobs/{id}")).QuerySelector("[data-live=expected-start]")!.TextContent.ShouldBe("The job needs nodes with the targets far-redis: 1. Active nodes with them: 0.");
        (await shared.Host.CancelAsync(id)).Dispose();
        using var rejected = await shared.Host.PostAsync(SmallJob.ShortJson.On("far-redis"));
        (await rejected.ProblemAsync()).Error("targets").ShouldNotBeNull().ShouldStartWith("Unknown target \"far-redis\".");
    }

    [Fact]
    public async Task A_requested_node_must_have_the_targets_and_one_of_them_is_the_default()
    {
        var other = await shared.JoinAsync("limited", "limited-redis");

        using var rejected = await shared.Host.PostAsync(NodeTests.On("limited"));
        (await rejected.ProblemAsync()).Error("node").ShouldBe($"Node limited does not have {SmallJob.Target}. Its targets: limited-redis.");

        var job = await shared.Host.QueueAsync("""{ "benchmark": "insert", "node": "limited", "onNodeLoss": "requeue" }""");
        job["request"]!["targets"]!.ToJsonString().ShouldBe("""["limited-redis"]""");
        job["request"]!.Text("onNodeLoss").ShouldBe("requeue");
        await shared.LeaveAsync(other);
        (await shared.Host.GetAsync($"/api/jobs/{job.Text("id")}"))["waiting"]!.AsObject().Text("reason").ShouldBe("The job requests node limited, which is not active.");
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

        using var here = await shared.Host.PostAsync(NodeTests.On(SharedNode.Name, huge));
        var there = await shared.Host.QueueAsync(NodeTests.On("large", huge));

        (await here.ProblemAsync()).Error("options.items").ShouldNotBeNull();
        (await shared.Host.CancelAsync(there.Text("id")!)).Dispose();
    }

    private async Task<JsonNode?> FindAsync(string name) => (await shared.Host.Client.GetArrayAsync("/api/nodes")).SingleOrDefault(node => node!.Text("name") == name);
}
