using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;
using Dapper;
using Microsoft.Data.Sqlite;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>A job is cut by a kill or by SIGTERM. It continues with the first missing run, or is refused with the reason.</summary>
public sealed class ResumeTests : IDisposable
{
    private const string Request = """
        "benchmark": "insert", "strategies": ["multi-exec", "batch"], "targets": ["mine"], "warmups": 1, "seed": 5,
        "options": { "items": 4000, "payloadBytes": 1000, "batchSize": 1 }
        """;

    private const string Job = $$"""{ {{Request}}, "runs": 3 }""";

    private readonly DataFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("KILL")]
    [InlineData("TERM")]
    public async Task A_job_that_was_cut_continues_with_the_first_missing_run(string signal)
    {
        await using var redis = await RedisServer.StartAsync();
        var id = await CutAsync(redis, Job, signal);
        await using var host = StartHost(redis);
        var before = await host.GetAsync($"/api/jobs/{id}");
        before.Text("state").ShouldBe("interrupted");
        (await host.PageAsync($"/jobs/{id}")).Body!.TextContent.ShouldContain("Press Resume");

        (await ResumeAsync(host, id)).ShouldBe(HttpStatusCode.Accepted);

        var after = await host.UntilAsync(id, "completed");
        after["error"].ShouldBeNull();
        ((int)after["resumes"]!).ShouldBe(1);
        Keys(after).ShouldBe(
            from round in Enumerable.Range(0, 4) from strategy in (string[])["batch", "floor", "multi-exec"] select (round, strategy));
        Runs(after).ShouldAllBe(run => run.Text("state") == "ok");
        var kept = Runs(before).Where(run => run.Text("state") == "ok").Select(run => run.ToJsonString()).ToArray();
        kept.ShouldNotBeEmpty();
        Runs(after).Select(run => run.ToJsonString()).Intersect(kept).Count().ShouldBe(kept.Length);
        after.Text("startedAt").ShouldBe(before.Text("startedAt"));
        (await redis.CountKeysAsync("*")).ShouldBe(0);
        (await host.PageAsync($"/jobs/{id}")).Body!.TextContent.ShouldContain("continued");
    }

    [Theory]
    [InlineData("KILL")]
    [InlineData("TERM")]
    public async Task A_job_that_runs_until_it_is_decided_continues(string signal)
    {
        await using var redis = await RedisServer.StartAsync();
        var id = await CutAsync(redis, $$"""{ {{Request}}, "until": "decided", "budgetSeconds": 20 }""", signal);
        await using var host = StartHost(redis);
        var before = Runs(await host.GetAsync($"/api/jobs/{id}")).Where(run => run.Text("state") == "ok").Select(run => run.ToJsonString()).ToArray();

        (await ResumeAsync(host, id)).ShouldBe(HttpStatusCode.Accepted);

        var after = await host.UntilAsync(id, "completed");
        Runs(after).Select(run => run.ToJsonString()).Intersect(before).Count().ShouldBe(before.Length);
        Keys(after).ShouldBeUnique();
        Keys(after).GroupBy(key => key.Round).ShouldAllBe(round => round.Count() == 3);
        Keys(after).Max(key => key.Round).ShouldBeGreaterThanOrEqualTo(3, "the first check is after three timed rounds");
    }

    [Fact]
    public async Task Another_setting_of_the_server_is_a_reason_until_it_is_set_back()
    {
        await using var redis = await RedisServer.StartAsync();
        var id = await CutAsync(redis, Job, "KILL");
        await using var host = StartHost(redis);
        var runs = Runs(await host.GetAsync($"/api/jobs/{id}")).Length;
        await redis.QueryAsync("CONFIG SET maxmemory-policy allkeys-lru");

        (await ResumeAsync(host, id)).ShouldBe(HttpStatusCode.Accepted);

        var refused = await host.EndedAsync(id);
        refused.Text("state").ShouldBe("interrupted");
        refused.Text("error")
            .ShouldBe("The job cannot continue: maxmemory-policy of mine was noeviction and is allkeys-lru. Its runs would not be comparable.");
        Runs(refused).Length.ShouldBe(runs);
        (await host.PageAsync($"/jobs/{id}")).Body!.TextContent.ShouldNotContain("Press Resume");

        await redis.QueryAsync("CONFIG SET maxmemory-policy noeviction");
        (await ResumeAsync(host, id)).ShouldBe(HttpStatusCode.Accepted);
        Keys(await host.UntilAsync(id, "completed")).Length.ShouldBe(12);
    }

    [Fact]
    public async Task Rounds_that_cannot_be_added_to_a_changed_server_leave_the_job_completed_with_the_reason()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = StartHost(redis);
        var before = await host.EndedAsync((await host.QueueAsync(Job)).Text("id")!);
        var id = before.Text("id")!;
        await redis.QueryAsync("CONFIG SET maxmemory-policy allkeys-lru");

        using var answer = await host.Client.PostAsync($"/api/jobs/{id}/rounds", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        var after = await host.EndedAsync(id);
        (after.Text("state"), after.Text("endedAt")).ShouldBe(("completed", before.Text("endedAt")));
        after.Text("error")
            .ShouldBe("The job cannot continue: maxmemory-policy of mine was noeviction and is allkeys-lru. Its runs would not be comparable.");
        Runs(after).Select(run => run.ToJsonString()).ShouldBe(Runs(before).Select(run => run.ToJsonString()));
        (await host.PageAsync($"/jobs/{id}")).Body!.TextContent.ShouldContain("maxmemory-policy of mine was noeviction");
    }

    [Fact]
    public async Task A_job_of_another_client_library_is_refused()
    {
        await using var redis = await RedisServer.StartAsync();
        var id = await CutAsync(redis, Job, "KILL");
        await using (var connection = new SqliteConnection($"Data Source={Path.Combine(_folder.Path, "ledger.db")};Pooling=False"))
        {
            (await connection.ExecuteAsync("UPDATE jobs SET environment = json_set(environment, '$.client', 'StackExchange.Redis 1.2.6')"))
                .ShouldBe(1);
        }

        await using var host = StartHost(redis);

        using var answer = await host.Client.PostAsync($"/api/jobs/{id}/resume", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await answer.ProblemAsync()).Text("detail")!
            .ShouldStartWith("The job cannot continue: client was StackExchange.Redis 1.2.6 and is StackExchange.Redis ");
        (await host.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBe("interrupted");
    }

    [Fact]
    public async Task A_target_that_does_not_reply_leaves_the_job_interrupted()
    {
        string id;
        string address;
        await using (var redis = await RedisServer.StartAsync())
        {
            id = await CutAsync(redis, Job, "KILL");
            address = redis.Address;
        }

        await using var host = WebHost.StartOn(_folder, ("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", address));

        (await ResumeAsync(host, id)).ShouldBe(HttpStatusCode.Accepted);

        var job = await host.EndedAsync(id);
        job.Text("state").ShouldBe("interrupted");
        job.Text("error")!.ShouldStartWith("The server of target 'mine' does not reply: connection refused.");
    }

    [Fact]
    public async Task The_page_has_a_button_and_only_an_interrupted_job_can_be_resumed()
    {
        await using var redis = await RedisServer.StartAsync();
        var id = await CutAsync(redis, Job, "KILL");
        await using var host = StartHost(redis);
        var button = (await host.PageAsync($"/jobs/{id}")).QuerySelectorAll("button").Single(each => each.TextContent == "Resume");

        using var answer = await host.SubmitAsync((IHtmlFormElement)button.Closest("form")!);

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        await host.UntilAsync(id, "completed");
        (await host.PageAsync($"/jobs/{id}")).QuerySelectorAll("button").ShouldNotContain(each => each.TextContent == "Resume");
        (await ResumeAsync(host, id)).ShouldBe(HttpStatusCode.Conflict);
        (await ResumeAsync(host, Guid.NewGuid().ToString())).ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task The_job_of_a_schedule_continues_by_itself_within_the_grace_and_once()
    {
        await using var redis = await RedisServer.StartAsync();
        var id = await CutAsync(redis, "", "KILL", $"/api/schedules/{await AddScheduleAsync(redis)}/run");
        // Also the second process is killed: a job that ends the program does not end each following one.
        await using (var program = StartProgram(redis))
        {
            using var client = await program.ConnectAsync();
            await client.UntilAsync(
                $"/api/jobs/{id}", job => job.Text("state") == "running" && job["progress"] is not null && (int)job["resumes"]! == 1);
            await program.KillAsync();
        }

        await using var last = StartHost(redis);
        (await last.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBe("interrupted");
        (await ResumeAsync(last, id)).ShouldBe(HttpStatusCode.Accepted);
        var after = await last.UntilAsync(id, "completed");
        ((int)after["resumes"]!).ShouldBe(2);
        Keys(after).Length.ShouldBe(12);
    }

    [Fact]
    public async Task The_job_of_a_schedule_is_not_continued_after_the_grace()
    {
        await using var redis = await RedisServer.StartAsync();
        var id = await CutAsync(redis, "", "KILL", $"/api/schedules/{await AddScheduleAsync(redis)}/run");

        await using var late = WebHost.StartOn(_folder, new LaterTime(TimeSpan.FromMinutes(16)), Settings(redis));

        (await late.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBe("interrupted");
    }

    private static (string Key, string Value)[] Settings(RedisServer redis) =>
        [("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", redis.Address)];

    private static JsonObject[] Runs(JsonObject job) =>
        [.. job["cases"]!.AsArray().SelectMany(@case => @case!["runs"]!.AsArray()).Select(run => run!.AsObject())];

    private static (int Round, string Strategy)[] Keys(JsonObject job) =>
        [.. job["cases"]!.AsArray().SelectMany(
            @case => @case!["runs"]!.AsArray().Select(run => ((int)run!["round"]!, @case.Text("strategy")!))).Order()];

    private static async Task<HttpStatusCode> ResumeAsync(WebHost host, string id)
    {
        using var answer = await host.Client.PostAsync($"/api/jobs/{id}/resume", null, Ct);
        return answer.StatusCode;
    }

    private WebHost StartHost(RedisServer redis) => WebHost.StartOn(_folder, Settings(redis));

    private ProgramProcess StartProgram(RedisServer redis) => ProgramProcess.Start(
        ["--urls", "http://127.0.0.1:0"],
        ("RedisPerf__Data", _folder.Path),
        ("RedisPerf__Targets__0__Name", "mine"),
        ("RedisPerf__Targets__0__Connection", redis.Address));

    private async Task<string> AddScheduleAsync(RedisServer redis)
    {
        await using var host = StartHost(redis);
        using var added = await host.Client.PostAsJsonAsync(
            "/api/schedules",
            new JsonObject { ["name"] = "yearly", ["cron"] = "0 0 29 2 *", ["timeZone"] = "UTC", ["request"] = JsonNode.Parse(Job) }, Ct);
        return (await added.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("id")!;
    }

    /// <summary>Ends a program within the second round of a job.</summary>
    private async Task<string> CutAsync(RedisServer redis, string json, string signal, string address = "/api/jobs")
    {
        await using var program = StartProgram(redis);
        using var client = await program.ConnectAsync();
        using var answer = await client.PostAsync(address, new StringContent(json, Encoding.UTF8, "application/json"), Ct);
        var id = (await answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("id")
            ?? throw new InvalidOperationException(await answer.Content.ReadAsStringAsync(Ct));
        await client.UntilAsync($"/api/jobs/{id}", job => Runs(job).Length >= 4);
        await Signals.SendAsync(signal, program.Id);
        await program.EndAsync();
        return id;
    }

    /// <summary>A clock that is ahead.</summary>
    private sealed class LaterTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + by;
    }
}
