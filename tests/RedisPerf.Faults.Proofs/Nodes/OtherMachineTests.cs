using System.Text.Json;
using System.Text.Json.Nodes;
using Dapper;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;
using RedisPerf.Web.Targets;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>A program and a node on another machine, which use one server.</summary>
public sealed class OtherMachineTests : IAsyncLifetime
{
    private const string Joint = """
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["mine"], "runs": 1, "warmups": 0, "loadFrom": 2, "options": { "items": 60,
          "payloadBytes": 500, "keys": 2 } }
        """;

    private readonly DataFolder _folder = new();
    private PostgreSqlServer? _database;
    private RedisServer? _redis;

    public async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        _redis = await RedisServer.StartAsync();
        _database = await PostgreSqlServer.StartAsync(Ct);
        await _database.CreateDatabaseAsync("ledger", null, Ct);
    }

    public async ValueTask DisposeAsync()
    {
        await (_database?.DisposeAsync() ?? ValueTask.CompletedTask);
        await (_redis?.DisposeAsync() ?? ValueTask.CompletedTask);
        _folder.Dispose();
    }

    [Fact]
    public async Task Nodes_are_reserved_for_a_job_of_several_nodes_that_other_jobs_keep_waiting()
    {
        var time = new AdvancedTime();
        await using var host = Start(time);
        await using var other = await OtherNode.JoinAsync(host, "other", "mine");
        var running = await other.StartAsync(await QueueAsync(host, SmallJob.ShortJson.On("mine").With("node", "other")));
        var joint = await QueueAsync(host, Joint);
        var before = await QueueAsync(host, SmallJob.ShortJson);

        // It does not wait for a job of some seconds.
        await host.UntilAsync($"{before}", "completed");
        (await host.GetAsync($"/api/jobs/{joint}"))["waiting"].ShouldNotBeNull().ToJsonString()
            .ShouldContain("The job waits until 2 nodes with its targets are free at the same time. Free nodes: 1");
        time.Advance(NodeReservation.Delay);
        var after = await QueueAsync(host, SmallJob.ShortJson);

        (await host.Services.GetRequiredService<JobOffers>().FirstAsync(null, Ct)).ShouldBeNull("this node waits for the other one");
        await other.EndAsync(running);
        await host.UntilAsync($"{joint}", "running");
        (await host.GetAsync($"/api/jobs/{after}")).Text("state").ShouldBe("queued");
        (await host.CancelAsync($"{joint}")).Dispose();
        await host.UntilAsync($"{after}", "completed");
    }

    [Fact]
    public async Task A_server_on_which_another_node_measures_is_neither_tested_nor_sampled()
    {
        await using var host = Start(TimeProvider.System);
        await using var other = await OtherNode.JoinAsync(host, "other", "mine");
        var running = await other.StartAsync(await QueueAsync(host, SmallJob.ShortJson.On("mine").With("node", "other")));
        var elsewhere = host.Services.GetRequiredService<JobsElsewhere>();
        await Poll.UntilAsync(() => elsewhere.Uses("mine"));

        (await TestAsync(host)).ShouldNotBeNull().Failure.ShouldBe(Reason.Of(ReasonCode.TargetInUseElsewhere, (Reason.Target, "mine")));
        (await Should.ThrowAsync<PayloadException>(
            () => host.Services.GetRequiredService<PayloadBoard>().SampleAsync("mine", "*", 1, SampleType.Strings, isConfirmed: true, Ct)))
            .Reason.Code.ShouldBe(ReasonCode.TargetInUseElsewhere);

        await other.EndAsync(running);
        await Poll.UntilAsync(() => !elsewhere.Uses("mine"));

        (await TestAsync(host)).ShouldNotBeNull().Failure.ShouldBeNull();
    }

    // The job starts within the second before the next attempt to listen, so its notification is lost.
    [Fact]
    public async Task Changes_during_a_broken_connection_for_notifications_are_read_after_it_is_open_again()
    {
        await using var host = Start(TimeProvider.System);
        await using var other = await OtherNode.JoinAsync(host, "other", "mine");
        var job = await QueueAsync(host, SmallJob.ShortJson.On("mine").With("node", "other"));
        var elsewhere = host.Services.GetRequiredService<JobsElsewhere>();
        await using var connection = new NpgsqlConnection(_database!.ConnectionString("ledger"));

        await EndListeningAsync(connection);
        var running = await other.StartAsync(job);

        await Poll.UntilAsync(() => elsewhere.Uses("mine"));

        await other.EndAsync(running);
        await Poll.UntilAsync(() => !elsewhere.Uses("mine"));

        host.Log.ShouldContain("The changes of other nodes could not be read; next attempt in 1 s");
    }

    [Fact]
    public async Task A_connection_test_waits_while_this_node_measures_for_another_one()
    {
        await using var host = Start(TimeProvider.System);
        var (measurementLock, jobs) = (host.Services.GetRequiredService<MeasurementLock>(), host.Services.GetRequiredService<LiveJobs>());
        using (await measurementLock.AcquireAsync(Ct))
        {
            jobs.IsAssisting = true;
            (await TestAsync(host)).ShouldBeNull("the request does not wait for the end of the job");
            jobs.IsAssisting = false;
        }

        await Poll.UntilAsync(() => host.Services.GetRequiredService<ConnectionTests>().Last("mine") is not null);
    }

    [Fact]
    public async Task A_job_waits_without_limit_for_a_job_that_has_the_server_under_another_name()
    {
        await using var host = Start(TimeProvider.System, ("RedisPerf:LeaseWait", "1"), ("RedisPerf:Targets:1:Name", "theirs"),
            ("RedisPerf:Targets:1:Connection", _redis!.Address));
        await using var other = await OtherNode.JoinAsync(host, "other", "mine");
        var running = await other.StartAsync(await QueueAsync(host, SmallJob.ShortJson.On("mine").With("node", "other")));
        (await _redis.QueryAsync($"SET redisperf:lease \"{LeaseHolder.Of(running.Id) with { Machine = "rack-7" }}\"")).ShouldBe("+OK");

        var waiting = await QueueAsync(host, SmallJob.ShortJson.On("theirs"));
        await host.UntilAsync(
            $"/api/jobs/{waiting}", job => job["progress"]?.Text("current") == "theirs: waiting for another RedisPerf that uses the server");
        await Task.Delay(TimeSpan.FromSeconds(3), Ct);
        (await host.GetAsync($"/api/jobs/{waiting}")).Text("state").ShouldBe("running", "one second is the limit for other programs only");
        await other.EndAsync(running);
        await _redis.QueryAsync("DEL redisperf:lease");

        await host.UntilAsync($"{waiting}", "completed");
    }

    [Fact]
    public async Task A_process_whose_name_another_one_has_taken_interrupts_no_job()
    {
        await using var host = Start(TimeProvider.System);
        var nodes = host.Services.GetRequiredService<NodeLedger>();
        await using var other = await OtherNode.JoinAsync(host, "here", "mine");
        var job = await QueueAsync(host, SmallJob.ShortJson.On("mine").With("node", "here"));

        var running = await other.StartAsync(job);
        // Three beats of the first process.
        await Task.Delay(TimeSpan.FromSeconds(3), Ct);

        (await host.GetAsync($"/api/jobs/{job}")).Text("state").ShouldBe("running");
        (await nodes.ListAsync(Ct)).ShouldHaveSingleItem().Identity.ShouldBe(other.Identity);
        await other.EndAsync(running);
        (await host.EndedAsync($"{job}")).Text("state").ShouldBe("completed");
    }

    [Fact]
    public async Task A_scheduled_job_of_a_lost_node_is_queued_again_by_a_node_whose_clock_is_an_hour_ahead()
    {
        var time = new AdvancedTime();
        time.Advance(TimeSpan.FromHours(1));
        await using var host = Start(time);
        await using var other = await OtherNode.JoinAsync(host, "other", SmallJob.Target);
        var request = JsonNode.Parse(SmallJob.ShortJson)!.AsObject();
        var draft = await host.Services.GetRequiredService<JobIntake>().CheckAsync(
            new JobDraft
            {
                Benchmark = request.Text("benchmark")!,
                Strategies = ["batch"],
                Targets = [SmallJob.Target],
                Options = request["options"].Deserialize<Dictionary<string, JsonElement>>()!
            }, Ct);
        var job = Job.Create(draft.Request!, RequestedBy.Schedule, DateTimeOffset.UtcNow, note: null, schedule: "nightly");
        var ledger = host.Services.GetRequiredService<JobLedger>();
        await ledger.EnqueueAsync(job, 10, Ct);
        await other.StartAsync(job.Id);

        await other.KillAsync();

        (await host.UntilAsync($"{job.Id}", "completed")).Text("node").ShouldBe("here");
        ((DateTimeOffset)(await host.GetAsync($"/api/jobs/{job.Id}"))["endedAt"]!).ShouldBeInRange(
            DateTimeOffset.UtcNow.AddMinutes(-20), DateTimeOffset.UtcNow.AddMinutes(20));
    }

    // While it waits, its last command is that with which it began or that of its check.
    private static async Task EndListeningAsync(NpgsqlConnection connection)
    {
        const string Command = """
            SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = 'ledger' AND pid <> pg_backend_pid() AND state = 'idle' AND query IN ('LISTEN redisperf_jobs', 'SELECT 1')
            """;
        await Poll.UntilAsync(async () => await connection.ExecuteScalarAsync<int>(Command) > 0);
    }

    private static async Task<Guid> QueueAsync(WebHost host, string json) => Guid.Parse((await host.QueueAsync(json)).Text("id")!);

    private static async Task<ConnectionTest?> TestAsync(WebHost host)
    {
        (await host.Services.GetRequiredService<ConnectionTestQueue>().TestAsync("mine", Ct)).ShouldBeNull();
        return host.Services.GetRequiredService<ConnectionTests>().Last("mine");
    }

    private WebHost Start(TimeProvider time, params (string Key, string Value)[] settings) => WebHost.StartOn(
        _folder,
        time,
        [("RedisPerf:Ledger", _database!.ConnectionString("ledger")), ("RedisPerf:Node", "here"), ("RedisPerf:Targets:0:Name", "mine"),
            ("RedisPerf:Targets:0:Connection", _redis!.Address), .. settings]);
}
