using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>The clock of the program is set ahead and back while it runs.</summary>
public sealed class ClockJumpTests : IDisposable
{
    private readonly DataFolder _folder = new();

    private FakeClock Clock => new(Path.Combine(_folder.Path, "clock"));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_schedule_is_fired_after_the_clock_was_two_days_ahead_and_is_set_back()
    {
        await using var redis = await RedisServer.StartAsync();
        // The program starts before the next minute.
        await using var program = Start(redis, Ahead(days: 2, secondsToMinute: 25));
        using var client = await program.ConnectAsync();
        var schedule = await CreateAsync(client, "/api/schedules",
            $$"""{ "name": "minutely", "cron": "* * * * *", "timeZone": "UTC", "request": {{SmallJob.ShortJson.On("mine")}} }""");
        var ahead = await client.UntilAsync($"/api/schedules/{schedule.Text("id")}", each => each["lastJob"] is not null);
        var first = await client.UntilAsync($"/api/jobs/{ahead.Text("lastJob")}", IsEnded);
        ((DateTimeOffset)first["createdAt"]!).ShouldBeGreaterThan(DateTimeOffset.UtcNow.AddDays(1));

        Clock.Set(Ahead(days: 0, secondsToMinute: 5));

        // The test's own limit is the assertion: it waits for minutes, not for days.
        var back = await client.UntilAsync($"/api/schedules/{schedule.Text("id")}", each => each.Text("lastJob") != ahead.Text("lastJob"));
        var second = await client.UntilAsync($"/api/jobs/{back.Text("lastJob")}", IsEnded);
        second.Text("state").ShouldBe("completed", second.Text("error"));
        ((DateTimeOffset)second["createdAt"]!).ShouldBeLessThan(DateTimeOffset.UtcNow.AddMinutes(1));
    }

    [Fact]
    public async Task A_queued_job_starts_after_the_clock_was_set_back()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var program = Start(redis, "+0");
        using var client = await program.ConnectAsync();
        var running = await CreateAsync(client, "/api/jobs", SmallJob.EndlessJson.On("mine"));
        await client.UntilAsync($"/api/jobs/{running.Text("id")}", job => job["progress"] is not null);
        var queued = await CreateAsync(client, "/api/jobs", SmallJob.ShortJson.On("mine"));

        Clock.Set("-2h");
        var after = await CreateAsync(client, "/api/jobs", SmallJob.ShortJson.On("mine"));
        while ((DateTimeOffset)after["createdAt"]! > DateTimeOffset.UtcNow.AddHours(-1))
        {
            await Task.Delay(200, Ct);
            after = await CreateAsync(client, "/api/jobs", SmallJob.ShortJson.On("mine"));
        }

        using var cancelled = await client.PostAsync($"/api/jobs/{running.Text("id")}/cancel", null, Ct);
        foreach (var job in (JsonObject[])[queued, after])
        {
            (await client.UntilAsync($"/api/jobs/{job.Text("id")}", IsEnded)).Text("state").ShouldBe("completed");
        }
    }

    private static bool IsEnded(JsonObject job) => job.Text("state") is not ("queued" or "running");

    private static async Task<JsonObject> CreateAsync(HttpClient client, string path, string body)
    {
        using var answer = await client.PostAsync(path, new StringContent(body, Encoding.UTF8, "application/json"), Ct);
        answer.IsSuccessStatusCode.ShouldBeTrue(await answer.Content.ReadAsStringAsync(Ct));
        return (await answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
    }

    private ProgramProcess Start(RedisServer redis, string clock)
    {
        Assert.SkipUnless(FakeClock.IsInstalled, FakeClock.Missing);
        Clock.Set(clock);
        return ProgramProcess.Start(
            ["--urls", "http://127.0.0.1:0"],
            [
                .. Clock.Variables,
                ("RedisPerf__Data", Path.Combine(_folder.Path, "data")),
                ("RedisPerf__Targets__0__Name", "mine"),
                ("RedisPerf__Targets__0__Connection", redis.Address),
            ]);
    }

    // A schedule is fired at the start of a minute. The test makes that start near instead of waiting for the real one.
    private static string Ahead(int days, int secondsToMinute) => $"+{(days * 86_400) + ((120 - secondsToMinute - DateTime.UtcNow.Second) % 60)}";
}
