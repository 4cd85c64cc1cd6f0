using System.Text.Json.Nodes;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Several RedisPerf processes use one server: only one job measures at a time.</summary>
public sealed class LeaseTests : IDisposable
{
    private readonly DataFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_second_process_is_refused_also_under_another_name_of_the_server()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var first = StartHost("mine", redis.Address);
        await using var second =
            StartHost("theirs", redis.Address.Replace("127.0.0.1", "localhost", StringComparison.Ordinal), ("RedisPerf:LeaseWait", "1"));
        var running = await RunAsync(first);

        var refused = await second.EndedAsync((await second.QueueAsync(SmallJob.ShortJson.On("theirs"))).Text("id")!);

        refused.Text("state").ShouldBe("failed");
        refused.Text("error").ShouldBe($"The server of target 'theirs' is in use by job {running} of RedisPerf "
            + $"on {Environment.MachineName}. Start the job when the other one has ended.");
        await using var cli = CliProcess.Start(_folder.Path, $"run insert -s batch --items 60 --runs 1 --warmups 0 --target {redis.Address}");
        var (code, _, errors) = await cli.EndAsync();
        code.ShouldBe(1);
        errors.ShouldContain($"is in use by job {running}");
    }

    [Fact]
    public async Task A_second_process_waits()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var first = StartHost("mine", redis.Address);
        await using var second = StartHost("mine", redis.Address);
        var running = await RunAsync(first);
        var waiting = (await second.QueueAsync(SmallJob.ShortJson.On("mine"))).Text("id")!;
        await using var cli = CliProcess.Start(_folder.Path, $"run insert -s batch --items 60 --runs 1 --warmups 0 --wait --target {redis.Address}");
        await second.UntilAsync(
            $"/api/jobs/{waiting}", job => job["progress"]?.Text("current") == "mine: waiting for another RedisPerf that uses the server");

        using var cancelled = await first.CancelAsync(running);

        CheckNoOtherClientIn(await second.UntilAsync(waiting, "completed"));
        (await cli.EndAsync()).ExitCode.ShouldBe(0);
        (await redis.CountKeysAsync("*")).ShouldBe(0);
    }

    [Fact]
    public async Task A_job_that_waits_gives_its_place_to_jobs_on_other_targets_and_keeps_it_before_the_others()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var first = StartHost("mine", redis.Address);
        await using var second = StartHost("mine", redis.Address);
        var running = await RunAsync(first);
        string[] waiting = [await QueueAsync(second, "mine"), await QueueAsync(second, "mine")];
        string[] others = [await QueueAsync(second, SmallJob.Target), await QueueAsync(second, SmallJob.Target)];

        var ended = new List<JsonObject>();
        foreach (var other in others)
        {
            ended.Add(await second.UntilAsync(other, "completed"));
        }

        foreach (var id in waiting)
        {
            (await second.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBeOneOf("queued", "running");
        }

        using var cancelled = await first.CancelAsync(running);
        foreach (var id in waiting)
        {
            ended.Add(await second.UntilAsync(id, "completed"));
        }

        ended.Select(job => job.Text("startedAt")).ShouldBeInOrder();
        (await redis.CountKeysAsync("*")).ShouldBe(0);
    }

    [Fact]
    public async Task A_job_that_gave_its_place_fails_after_the_configured_time()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var first = StartHost("mine", redis.Address);
        await using var second = StartHost("mine", redis.Address, ("RedisPerf:LeaseWait", "6"));
        var running = await RunAsync(first);
        var waiting = await QueueAsync(second, "mine");
        var other = await QueueAsync(second, SmallJob.Target);

        await second.UntilAsync(other, "completed");
        var refused = await second.UntilAsync(waiting, "failed");

        refused.Text("error")!.ShouldStartWith($"The server of target 'mine' is in use by job {running} of RedisPerf on ");
        second.Log.ShouldContain("The next job on other targets runs first");
    }

    [Fact]
    public async Task Two_jobs_that_wait_for_different_servers_do_not_use_up_their_time()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        await using var host = StartHost("mine", redis.Address, ("RedisPerf:LeaseWait", "12"), ("RedisPerf:Targets:1:Name", "theirs"),
            ("RedisPerf:Targets:1:Connection", second.Address));
        var other = LeaseHolder.Of(Guid.CreateVersion7()) with { Machine = "rack-7" };
        await redis.QueryAsync($"SET redisperf:lease \"{other}\"");
        await second.QueryAsync($"SET redisperf:lease \"{other}\"");

        string[] waiting = [await QueueAsync(host, "mine"), await QueueAsync(host, "theirs")];
        await Task.Delay(TimeSpan.FromSeconds(4), Ct);

        // Each pass counts as five seconds.
        foreach (var id in waiting)
        {
            (await host.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBeOneOf("queued", "running");
        }

        await redis.QueryAsync("DEL redisperf:lease");
        await second.QueryAsync("DEL redisperf:lease");
        foreach (var id in waiting)
        {
            await host.UntilAsync(id, "completed");
        }
    }

    [Fact]
    public async Task A_job_that_gave_its_place_can_be_cancelled()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var first = StartHost("mine", redis.Address);
        await using var second = StartHost("mine", redis.Address);
        await RunAsync(first);
        var waiting = await QueueAsync(second, "mine");
        await second.UntilAsync(await QueueAsync(second, SmallJob.Target), "completed");

        using var cancelled = await second.CancelAsync(waiting);

        (await second.EndedAsync(waiting)).Text("state").ShouldBe("cancelled");
        await second.UntilAsync(await QueueAsync(second, SmallJob.Target), "completed");
    }

    [Fact]
    public async Task The_lease_of_a_killed_process_delays_no_job()
    {
        await using var redis = await RedisServer.StartAsync();
        await using (var cli = CliProcess.Start(
            _folder.Path, $"run insert -s multi-exec --items 20000 --payload-bytes 1000 --batch-size 1 --runs 100 --target {redis.Address}"))
        {
            await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:Account:*") > 0);

            await cli.KillAsync();
        }

        await using var next = CliProcess.Start(_folder.Path, $"run insert -s batch --items 60 --runs 1 --warmups 0 --target {redis.Address}");

        var (code, _, errors) = await next.EndAsync();
        code.ShouldBe(0, errors);
        (await redis.CountKeysAsync("*")).ShouldBe(0);
    }

    [Fact]
    public async Task The_lease_is_in_no_figure_of_a_run()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = StartHost("mine", redis.Address);

        var job = await host.UntilAsync((await host.QueueAsync(SmallJob.Json.On("mine"))).Text("id")!, "completed");

        CheckNoOtherClientIn(job);
        RunsOf(job).SelectMany(run => run!["server"]!["commands"]!.AsObject()).Select(command => command.Key).Distinct().ShouldBe(
            ["hset", "multi", "exec"], ignoreOrder: true);
        (await redis.CountKeysAsync("*")).ShouldBe(0);
    }

    private static IEnumerable<JsonNode> RunsOf(JsonObject job) =>
        job["cases"]!.AsArray().SelectMany(@case => @case!["runs"]!.AsArray()).Select(run => run!);

    // The tests that run at the same time may disturb a run in another way.
    private static void CheckNoOtherClientIn(JsonObject job) => RunsOf(job)
        .SelectMany(run => run["reasons"]?.AsArray() ?? [])
        .Select(reason => reason!.AsObject().Text("code")!)
        .ShouldAllBe(code => !code.StartsWith("otherClients", StringComparison.Ordinal));

    private static WebHost StartHost(string name, string address, params (string Key, string Value)[] settings) =>
        WebHost.Start([("RedisPerf:Targets:0:Name", name), ("RedisPerf:Targets:0:Connection", address), .. settings]);

    private static async Task<string> QueueAsync(WebHost host, string target) => (await host.QueueAsync(SmallJob.ShortJson.On(target))).Text("id")!;

    private static async Task<string> RunAsync(WebHost host)
    {
        var id = (await host.QueueAsync(SmallJob.EndlessJson.On("mine"))).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => job["progress"]?["done"] is { } done && (int)done! >= 1);
        return id;
    }
}
