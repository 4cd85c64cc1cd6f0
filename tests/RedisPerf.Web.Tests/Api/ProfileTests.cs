using System.Net;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Api;

/// <summary>A job with a profile in the API.</summary>
public sealed class ProfileTests
{
    [Fact]
    public async Task A_profile_is_apart_from_the_runs_and_given_on_request()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync("""
            {"benchmark":"insert","strategies":["batch"],"options":{"items":20000,"payloadBytes":2000},"targets":["embedded"],"runs":1,"warmups":0,
            "profile":true}
            """)).Text("id")!;

        var job = await host.EndedAsync(id);

        job.Text("state").ShouldBe("completed");
        ((bool)job["request"]!["profile"]!).ShouldBeTrue();
        job.Names().ShouldNotContain("profiles");
        job["cases"]!.AsArray().ShouldAllBe(item => item!["runs"]!.AsArray().Count == 1);
        (await host.GetAsync($"/api/jobs/{id}/report.json")).Names().ShouldNotContain("profiles");
        var profiles = (await host.GetAsync($"/api/jobs/{id}/report.json?profile=true"))["profiles"]!.AsArray();
        profiles.Select(profile => profile!["case"]!.Text("strategy")).ShouldBe(["batch", "floor"], ignoreOrder: true);
        var batch = profiles.Single(profile => profile!["case"]!.Text("strategy") == "batch")!;
        var server = batch["server"]!;
        server.Text("sampler").ShouldBe("EventPipe", "Garnet is a program of .NET, too");
        var address = $"/api/jobs/{id}/profile?case=batch&side=server";
        (await host.Client.GetStringAsync(address, Ct)).ShouldBe(server.Text("stacks"));
        var drawn = JsonNode.Parse(await host.Client.GetStringAsync($"{address}&format=speedscope", Ct))!;
        drawn["profiles"]![0]!["samples"]!.AsArray().Count.ShouldBe(server.Text("stacks")!.Count(letter => letter == '\n'));

        // These tests measure without a worker process.
        using var missing = await host.Client.GetAsync($"/api/jobs/{id}/profile?case=batch", Ct);
        missing.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await missing.ProblemAsync()).Text("detail").ShouldBe(batch["client"]!.Text("missing"));
        using var wrong = await host.Client.GetAsync($"/api/jobs/{id}/profile?side=both&format=pprof", Ct);
        (await wrong.ProblemAsync())["errors"]!.Names().ShouldBe(["side", "format"]);
    }

    [Fact]
    public async Task A_job_that_has_ended_is_profiled_once_and_is_otherwise_as_before()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.Json.On("embedded"))).Text("id")!;
        var before = await host.EndedAsync(id);

        (await ProfileAsync()).StatusCode.ShouldBe(HttpStatusCode.Accepted);

        (await host.EndedAsync(id)).ToJsonString().ShouldBe(before.ToJsonString());
        var profiles = (await host.GetAsync($"/api/jobs/{id}/report.json?profile=true"))["profiles"]!.AsArray();
        profiles.Select(profile => profile!["case"]!.Text("strategy")).ShouldBe(["batch", "floor", "multi-exec"], ignoreOrder: true);
        using var again = await ProfileAsync();
        again.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await again.ProblemAsync()).Text("detail").ShouldBe("The job already has a profile.");

        Task<HttpResponseMessage> ProfileAsync() => host.Client.PostAsync($"/api/jobs/{id}/profile", null, Ct);
    }

    [Fact]
    public async Task A_job_that_is_cancelled_while_it_waits_for_its_profile_is_as_before()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        var before = await host.EndedAsync(id);
        var blocking = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        (await host.Client.PostAsync($"/api/jobs/{blocking}/profile", null, Ct)).StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await host.Client.PostAsync($"/api/jobs/{id}/profile", null, Ct)).StatusCode.ShouldBe(HttpStatusCode.Accepted);

        (await host.CancelAsync(id)).StatusCode.ShouldBe(HttpStatusCode.Accepted);

        (await host.EndedAsync(id)).ToJsonString().ShouldBe(before.ToJsonString());
        (await host.CancelAsync(blocking)).Dispose();
        await host.EndedAsync(blocking);
    }

    [Fact]
    public async Task A_job_without_a_profile_has_a_sentence()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.Json.On("embedded"))).Text("id")!;
        await host.EndedAsync(id);

        using var answer = await host.Client.GetAsync($"/api/jobs/{id}/profile", Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await answer.ProblemAsync()).Text("detail").ShouldBe("The job has no profile.");
    }
}
