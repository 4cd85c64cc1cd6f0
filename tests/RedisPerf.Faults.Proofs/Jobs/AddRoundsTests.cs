using System.Net;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Jobs;

public sealed class AddRoundsTests(SharedHost shared) : IClassFixture<SharedHost>
{
    // Short runs, because up to 63 rounds follow.
    private static readonly string Json = $$"""
        { "benchmark": "insert", "strategies": ["multi-exec", "batch"], "targets": ["{{SmallJob.Target}}"], "runs": 4, "warmups": 1,
          "options": { "items": 300, "payloadBytes": 100 } }
        """;

    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task A_completed_job_keeps_its_runs_and_continues_until_it_is_decided()
    {
        var before = await _host.EndedAsync((await _host.QueueAsync(Json)).Text("id")!);
        before.Text("state").ShouldBe("completed", before.Text("error"));
        var id = before.Text("id")!;

        using var answer = await _host.Client.PostAsync($"/api/jobs/{id}/rounds", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted, await answer.Content.ReadAsStringAsync(Ct));
        var after = await _host.EndedAsync(id);
        after.Text("state").ShouldBe("completed", after.Text("error"));
        after["request"]!.Text("until").ShouldBe("decided");
        ((long)after["number"]!).ShouldBe((long)before["number"]!);
        ((int)after["resumes"]!).ShouldBe(1);
        var (kept, all) = (Runs(before), Runs(after));
        all.Intersect(kept).Count().ShouldBe(kept.Length, "no run is measured again");
        all.ShouldBeUnique();
        all.Length.ShouldBeGreaterThan(kept.Length, "at least one round is added");
        (await _host.PageAsync($"/jobs/{id}")).QuerySelector("[data-part=verdict]").ShouldNotBeNull().TextContent
            .ShouldContain("The job ended after ");
    }

    [Fact]
    public async Task A_job_that_is_cancelled_while_it_waits_for_its_rounds_is_as_before_and_can_be_continued()
    {
        var before = await _host.EndedAsync((await _host.QueueAsync(Json)).Text("id")!);
        var id = before.Text("id")!;
        var blocking = (await _host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        (await _host.Client.PostAsync($"/api/jobs/{id}/rounds", null, Ct)).StatusCode.ShouldBe(HttpStatusCode.Accepted);
        (await _host.CancelAsync(id)).StatusCode.ShouldBe(HttpStatusCode.Accepted);
        var cancelled = await _host.EndedAsync(id);
        cancelled.Text("state").ShouldBe("completed");
        cancelled["request"]!.ToJsonString().ShouldBe(before["request"]!.ToJsonString());
        cancelled.Text("endedAt").ShouldBe(before.Text("endedAt"));
        Runs(cancelled).ShouldBe(Runs(before));

        (await _host.Client.PostAsync($"/api/jobs/{id}/rounds", null, Ct)).StatusCode.ShouldBe(HttpStatusCode.Accepted);

        (await _host.CancelAsync(blocking)).Dispose();
        var after = await _host.EndedAsync(id);
        after.Text("state").ShouldBe("completed", after.Text("error"));
        Runs(after).Length.ShouldBeGreaterThan(Runs(before).Length);
    }

    [Fact]
    public async Task A_job_that_has_not_completed_is_refused()
    {
        var id = (await _host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;

        using var answer = await _host.Client.PostAsync($"/api/jobs/{id}/rounds", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await answer.ProblemAsync()).Text("detail").ShouldBe("Rounds can be added to a job with a timed run that is completed, "
            + "cancelled or failed, is not a scheduled run and has fewer than 63 rounds.");
        (await _host.CancelAsync(id)).Dispose();
        await _host.EndedAsync(id);
    }

    [Fact]
    public async Task An_unknown_job_is_not_found()
    {
        using var answer = await _host.Client.PostAsync($"/api/jobs/{Guid.NewGuid()}/rounds", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    private static string[] Runs(JsonObject job) =>
        [.. job["cases"]!.AsArray().SelectMany(@case => @case!["runs"]!.AsArray().Select(run => $"{@case.Text("strategy")} {run!.ToJsonString()}"))];
}
