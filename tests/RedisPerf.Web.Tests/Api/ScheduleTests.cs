using System.Net;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Api;

public sealed class ScheduleTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private const string Yearly = "0 3 1 1 *";

    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task A_new_schedule_is_answered_with_its_document_and_its_address()
    {
        var name = NewName();
        using var response = await _host.SendAsync(HttpMethod.Post, "/api/schedules",
            $$"""{"name": " {{name}} ", "cron": "30  2 * * *", "timeZone": "Europe/Berlin", "request": {{SmallJob.Json}}}""");

        response.StatusCode.ShouldBe(HttpStatusCode.Created, await response.Content.ReadAsStringAsync(Ct));
        var schedule = await _host.GetAsync(response.Headers.Location!.ToString());
        schedule.Names().ShouldBe(["id", "name", "cron", "timeZone", "request", "paused", "nextRuns", "lastJob", "missed", "error", "reason"]);
        response.Headers.Location.ToString().ShouldBe($"/api/schedules/{schedule.Text("id")}");
        JsonNode.DeepEquals(JsonNode.Parse(await response.Content.ReadAsStringAsync(Ct)), schedule).ShouldBeTrue();
        schedule.Text("name").ShouldBe(name);
        schedule.Text("cron").ShouldBe("30 2 * * *");
        schedule.Text("timeZone").ShouldBe("Europe/Berlin");
        ((bool)schedule["paused"]!).ShouldBeFalse();
        schedule["lastJob"].ShouldBeNull();
        schedule.Missed().ShouldBeEmpty();
        schedule.Next().Length.ShouldBe(3);
        schedule.Next().ShouldAllBe(time => time.Offset == TimeSpan.Zero && time.Minute == 30 && (time.Hour == 0 || time.Hour == 1));
        var request = schedule["request"]!;
        request.Names().ShouldBe(
            ["benchmark", "strategies", "options", "targets", "clients", .. Core.Benchmarks.Requests.RequestFields.Names], ignoreOrder: true);
        request.Text("note").ShouldBe("small");
        ((int)request["options"]!["items"]!).ShouldBe(60);
        (await _host.Client.GetArrayAsync("/api/schedules")).Select(each => each!.Text("name")).ShouldContain(name);
    }

    [Fact]
    public async Task Errors_name_every_invalid_field()
    {
        using var response = await _host.SendAsync(
            HttpMethod.Post,
            "/api/schedules",
            """{"name": " ", "cron": "60 * * * *", "timeZone": "Mars/Olympus", "every": "night", "request": """
                + """{"benchmark": "insert", "options": {"items": 0}, "runs": 1000, "foo": 1}}""");

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var problem = await response.ProblemAsync();
        problem.Text("title").ShouldBe("The schedule is invalid; nothing was saved.");
        problem["errors"]!.Names().ShouldBe(
            ["every", "name", "cron", "timeZone", "request.foo", "request.options.items", "request.runs"], ignoreOrder: true);
        problem.Error("cron").ShouldNotBeNull().ShouldContain("30 2 * * * is every day at 02:30");
        problem.Error("timeZone").ShouldNotBeNull().ShouldContain("Europe/Berlin");
    }

    [Theory]
    [InlineData("[]", "body")]
    [InlineData("{\"name\": 1}", "name")]
    [InlineData("{\"name\": \"a\", \"cron\": \"* * * * *\"}", "request")]
    [InlineData("{\"name\": \"a\", \"cron\": \"* * * * *\", \"request\": []}", "request")]
    [InlineData("{\"name\": \"a\", \"cron\": \"0 0 30 2 *\", \"request\": {\"benchmark\": \"insert\"}}", "cron")]
    [InlineData("{\"name\": \"a\", \"cron\": \"* * * * *\", \"request\": {\"benchmark\": \"none\"}}", "request.benchmark")]
    [InlineData("{\"name\": \"a\", \"cron\": \"* * * * *\", \"request\": {\"benchmark\": \"insert\", \"targets\": [\"none\"]}}", "request.targets")]
    [InlineData("{\"name\": \"a\\nb\", \"cron\": \"* * * * *\", \"request\": {\"benchmark\": \"insert\"}}", "name")]
    public async Task Rejects_a_body_that_is_not_a_schedule(string json, string field)
    {
        using var response = await _host.SendAsync(HttpMethod.Post, "/api/schedules", json);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await response.ProblemAsync()).Error(field).ShouldNotBeNull();
    }

    [Fact]
    public async Task A_name_is_unique()
    {
        var name = NewName();
        await _host.AddScheduleAsync(ScheduleCalls.Json(name, Yearly));
        var other = await _host.AddScheduleAsync(ScheduleCalls.Json(NewName(), Yearly));

        foreach (var (method, path) in new[] { (HttpMethod.Post, "/api/schedules"), (HttpMethod.Put, other) })
        {
            using var response = await _host.SendAsync(method, path, ScheduleCalls.Json(name, Yearly));
            response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
            (await response.ProblemAsync()).Error("name").ShouldBe($"A schedule \"{name}\" already exists; choose another name.");
        }
    }

    [Fact]
    public async Task A_change_renames_its_jobs_and_keeps_it_paused()
    {
        var address = await _host.AddScheduleAsync(ScheduleCalls.Json(NewName(), Yearly));
        var job = await (await _host.SendAsync(HttpMethod.Post, $"{address}/run")).AnswerAsync(HttpStatusCode.Created);
        (await _host.SendAsync(HttpMethod.Post, $"{address}/pause")).Dispose();
        var name = NewName();

        var changed = await (await _host.SendAsync(HttpMethod.Put, address, ScheduleCalls.Json(name, "0 4 1 1 *", SmallJob.Json))).AnswerAsync();

        changed.Text("name").ShouldBe(name);
        changed.Text("cron").ShouldBe("0 4 1 1 *");
        ((bool)changed["paused"]!).ShouldBeTrue();
        changed["request"]!.Text("note").ShouldBe("small");
        changed.Text("lastJob").ShouldBe(job.Text("id"));
        (await _host.GetAsync($"/api/jobs/{job.Text("id")}")).Text("schedule").ShouldBe(name);
        using var wrong = await _host.SendAsync(HttpMethod.Put, address, "{}");
        wrong.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task Pause_and_resume_are_idempotent()
    {
        var address = await _host.AddScheduleAsync(ScheduleCalls.Json(NewName(), Yearly));

        for (var time = 0; time < 2; time++)
        {
            var paused = await (await _host.SendAsync(HttpMethod.Post, $"{address}/pause")).AnswerAsync();
            ((bool)paused["paused"]!).ShouldBeTrue();
            paused.Next().ShouldBeEmpty();
        }

        for (var time = 0; time < 2; time++)
        {
            var resumed = await (await _host.SendAsync(HttpMethod.Post, $"{address}/resume")).AnswerAsync();
            ((bool)resumed["paused"]!).ShouldBeFalse();
            resumed.Next().Length.ShouldBe(3);
        }
    }

    [Fact]
    public async Task Run_queues_its_job_now_and_keeps_its_times()
    {
        var name = NewName();
        var address = await _host.AddScheduleAsync(ScheduleCalls.Json(name, Yearly, SmallJob.Json));
        var before = (await _host.GetAsync(address)).Next();

        using var response = await _host.SendAsync(HttpMethod.Post, $"{address}/run");

        response.StatusCode.ShouldBe(HttpStatusCode.Created);
        var job = JsonNode.Parse(await response.Content.ReadAsStringAsync(Ct))!;
        response.Headers.Location!.ToString().ShouldBe($"/api/jobs/{job.Text("id")}");
        job.Text("schedule").ShouldBe(name);
        job.Text("requestedBy").ShouldBe("api");
        job.Text("note").ShouldBe("small");
        var schedule = await _host.GetAsync(address);
        schedule.Text("lastJob").ShouldBe(job.Text("id"));
        schedule.Next().ShouldBe(before);
        (await _host.EndedAsync(job.Text("id")!)).Text("state").ShouldBe("completed");
    }

    [Fact]
    public async Task Deleting_a_schedule_keeps_its_job()
    {
        var address = await _host.AddScheduleAsync(ScheduleCalls.Json(NewName(), Yearly));
        var job = await (await _host.SendAsync(HttpMethod.Post, $"{address}/run")).AnswerAsync(HttpStatusCode.Created);

        (await _host.SendAsync(HttpMethod.Delete, address)).StatusCode.ShouldBe(HttpStatusCode.NoContent);

        (await _host.SendAsync(HttpMethod.Delete, address)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await _host.GetAsync($"/api/jobs/{job.Text("id")}")).Text("schedule").ShouldNotBeNull();
    }

    [Theory]
    [InlineData("GET", "")]
    [InlineData("PUT", "")]
    [InlineData("DELETE", "")]
    [InlineData("POST", "/run")]
    [InlineData("POST", "/pause")]
    [InlineData("POST", "/resume")]
    public async Task A_schedule_that_does_not_exist_is_not_found(string method, string action)
    {
        foreach (var id in new[] { "0", "00000000-0000-0000-0000-000000000000" })
        {
            using var response = await _host.SendAsync(new(method), $"/api/schedules/{id}{action}", method == "PUT" ? "{}" : null);

            response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
            (await response.ProblemAsync()).Text("detail").ShouldBe($"There is no schedule \"{id}\".");
        }
    }

    private static string NewName() => $"schedule {Guid.NewGuid():N}";
}
