using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;
using RedisPerf.Web.Tests;
using RedisPerf.Web.Tests.Alerts;
using RedisPerf.Web.Tests.Background;
using RedisPerf.Web.Tests.Live;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>Two nodes over one PostgreSQL, in one process. <see cref="NodeTests"/> has nodes that are killed and stopped.</summary>
public sealed class SharedLedgerTests : IAsyncLifetime
{
    private readonly List<DataFolder> _folders = [];
    private PostgreSqlServer? _server;

    public async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        _server = await PostgreSqlServer.StartAsync(Ct);
        await _server.CreateDatabaseAsync("ledger", null, Ct);
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        _folders.ForEach(folder => folder.Dispose());
    }

    [Fact]
    public async Task A_job_of_another_node_is_shown_live_and_can_be_cancelled()
    {
        await using var first = StartNode("first");
        await using var second = StartNode("second");
        var id = (await first.QueueAsync(SmallJob.EndlessJson.With("node", "second"))).Text("id")!;

        var running = await first.UntilAsync(id, "running");
        await using var events = await EventStream.OpenAsync(first, id);
        await events.UntilAsync("run");
        (await first.CancelAsync(id)).StatusCode.ShouldBe(HttpStatusCode.Accepted);
        var end = (await events.UntilAsync("end"))[^1].Data;

        running.Text("node").ShouldBe("second");
        end.Text("state").ShouldBe("cancelled");
        (await second.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBe("cancelled");
    }

    [Fact]
    public async Task A_job_runs_on_the_node_that_has_its_payload()
    {
        await using var first = StartNode("first");
        await using var second = StartNode("second");
        using var content = new StringContent("{}\n[]") { Headers = { ContentType = new("application/x-ndjson") } };
        using var stored = await second.Client.PostAsync("/api/payloads", content, Ct);
        var hash = (await stored.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("hash")!;

        // The first node is offered each job too.
        for (var job = 0; job < 3; job++)
        {
            var id = (await second.QueueAsync(SmallJob.ShortJson.With("payload", hash))).Text("id")!;
            (await first.UntilAsync(id, "completed")).Text("node").ShouldBe("second");
        }

        using var elsewhere = await second.PostAsync(SmallJob.ShortJson.With("payload", hash).With("node", "first"));
        (await elsewhere.Content.ReadAsStringAsync(Ct)).ShouldContain("Node first does not have the payload payload.ndjson.");
        using var unknown = await first.PostAsync(SmallJob.ShortJson.With("payload", new string('0', hash.Length)));
        unknown.StatusCode.ShouldBe(HttpStatusCode.BadRequest);

        // Each node publishes its payloads within a second.
        HttpResponseMessage? answer = null;
        while (answer is not { StatusCode: HttpStatusCode.Created })
        {
            answer?.Dispose();
            answer = await first.PostAsync(SmallJob.ShortJson.With("payload", hash));
            await Task.Delay(50, Ct);
        }

        using (answer)
        {
            (await first.UntilAsync((await answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("id")!, "completed")).Text("node")
                .ShouldBe("second");
        }
    }

    [Theory]
    [InlineData("first")]
    [InlineData("second")]
    public async Task A_change_of_the_baseline_on_any_node_is_shown_on_all_while_the_job_runs(string changed)
    {
        await using var first = StartNode("first");
        await using var second = StartNode("second");
        var id = Guid.Parse((await first.QueueAsync(SmallJob.EndlessJson.Replace(
            "[\"multi-exec\"]", "[\"multi-exec\", \"batch\"]", StringComparison.Ordinal).With("node", "second"))).Text("id")!);
        await first.UntilAsync($"{id}", "running");
        await using var events = await EventStream.OpenAsync(first, $"{id}");
        await events.UntilAsync("run");

        (await (changed == "first" ? first : second).Services.GetRequiredService<JobChanges>().ChangeBaselineAsync(id, "batch", Ct))
            .ShouldBe(ChangeOutcome.Changed);

        var (executing, watching) = (second.Services.GetRequiredService<LiveJobs>().Find(id).ShouldNotBeNull(),
            first.Services.GetRequiredService<JobsElsewhere>().Find(id).ShouldNotBeNull());
        await Poll.UntilAsync(() => executing.Document.Request.Baseline == "batch" && watching.Document.Request.Baseline == "batch");

        (await first.CancelAsync($"{id}")).Dispose();
        await first.UntilAsync($"{id}", "cancelled");
    }

    [Fact]
    public async Task One_job_at_a_time_runs_on_a_machine_and_each_job_runs_once()
    {
        await using var first = StartNode("first");
        await using var second = StartNode("second");

        var ids = new List<string>();
        for (var job = 0; job < 6; job++)
        {
            ids.Add((await (job % 2 == 0 ? first : second).QueueAsync(SmallJob.ShortJson)).Text("id")!);
        }

        var ended = new List<(DateTimeOffset Start, DateTimeOffset End)>();
        foreach (var id in ids)
        {
            var job = await first.UntilAsync(id, "completed");
            job["cases"]!.AsArray().ShouldAllBe(each => each!["runs"]!.AsArray().Count == 1);
            ended.Add(((DateTimeOffset)job["startedAt"]!, (DateTimeOffset)job["endedAt"]!));
        }

        // Each node estimates the clock of the database.
        ended.Zip(ended.Skip(1)).ShouldAllBe(pair => pair.First.End - pair.Second.Start < TimeSpan.FromSeconds(0.2));
    }

    [Fact]
    public async Task A_due_schedule_is_fired_by_one_node()
    {
        var clock = new ManualClock(new(2026, 6, 1, 20, 0, 0, TimeSpan.Zero));
        await using var first = StartNode("first", clock);
        await using var second = StartNode("second", clock);
        var address = await first.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));
        clock.MoveTo(new(2026, 6, 2, 2, 30, 0, TimeSpan.Zero));

        await Task.WhenAll(new[] { first, second, first, second }.Select(host => Task.Run(() => host.RunAsync(Housekeeping.Schedules), Ct)));

        var schedule = await second.UntilAsync(address, each => each["lastJob"] is not null);
        (await first.EndedAsync(schedule.Text("lastJob")!)).Text("state").ShouldBe("completed");
        (await first.GetAsync("/api/jobs"))["jobs"]!.AsArray().Count.ShouldBe(1);
    }

    [Fact]
    public async Task Each_message_to_the_webhook_is_sent_by_one_node()
    {
        await using var listener = await Listener.StartAsync(failures: 0, delay: TimeSpan.FromSeconds(0.2));
        var webhook = ("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook");
        await using var first = StartNode("first", settings: webhook);
        await using var second = StartNode("second", settings: webhook);
        var runs = await ScheduledRuns.OnAsync(first);
        await runs.AddAsync(1, factor: 1);
        foreach (var strategy in new[] { "batch", "multi-exec", "floor" })
        {
            await runs.AlertAsync(strategy, notify: true);
        }

        // The background jobs of both nodes are in the database, so the test calls the work of each node.
        await Task.WhenAll(new[] { first, second, first, second }.Select(node => Task.Run(async () =>
        {
            await using var scope = node.Services.CreateAsyncScope();
            await ActivatorUtilities.CreateInstance<HousekeepingJobs>(scope.ServiceProvider).DeliverAsync(Ct);
        }, Ct)));

        listener.Taken.Count.ShouldBe(3);
        listener.Taken.Select(each => each.Key).ShouldBeUnique();
    }

    [Fact]
    public async Task Clocks_that_are_an_hour_apart_have_no_effect_on_the_nodes()
    {
        await using var first = StartNode("first");
        await using var ahead = StartNode("ahead", new HourAhead());
        var here = (await ahead.QueueAsync(SmallJob.ShortJson.With("node", "first"))).Text("id")!;
        var there = (await first.QueueAsync(SmallJob.ShortJson.With("node", "ahead"))).Text("id")!;

        (await first.UntilAsync(here, "completed")).Text("node").ShouldBe("first");
        (await first.UntilAsync(there, "completed")).Text("node").ShouldBe("ahead");
    }

    private sealed class HourAhead : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => base.GetUtcNow().AddHours(1);
    }

    private WebHost StartNode(string name, TimeProvider? time = null, params (string Key, string Value)[] settings)
    {
        var folder = new DataFolder();
        _folders.Add(folder);
        return WebHost.StartOn(
            folder, time ?? TimeProvider.System, [("RedisPerf:Ledger", _server!.ConnectionString("ledger")), ("RedisPerf:Node", name), .. settings]);
    }
}
