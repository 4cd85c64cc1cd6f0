using System.Net;

namespace RedisPerf.Web.Tests.Api;

public sealed class NodeTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task With_SQLite_the_only_node_is_this_process()
    {
        var before = DateTimeOffset.UtcNow;

        var node = (await _host.Client.GetArrayAsync("/api/nodes")).ShouldHaveSingleItem()!;

        node.Names().ShouldBe(
            ["name", "machine", "cores", "memory", "version", "state", "lastSeen", "startedAt", "job", "isAssisting", "targets", "isThisNode"]);
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
        using var answer = await _host.PostAsync(SmallJob.ShortJson.OnNode("nosuch"));
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.ProblemAsync()).Error("node").ShouldBe($"Unknown node \"nosuch\". Valid nodes: {Environment.MachineName}.");

        var job = await _host.EndedAsync((await _host.QueueAsync(SmallJob.ShortJson.OnNode(Environment.MachineName))).Text("id")!);

        job.Text("state").ShouldBe("completed");
        job["request"]!.Text("node").ShouldBe(Environment.MachineName);
        job.Text("node").ShouldBe(Environment.MachineName);
    }
}
