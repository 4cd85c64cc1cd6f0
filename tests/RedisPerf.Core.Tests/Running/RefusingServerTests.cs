using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>Jobs on a server that refuses connections or writes: every run fails with the reason.</summary>
public sealed class RefusingServerTests
{
    private const string Small = """{"items": 60, "keys": 6, "payloadBytes": 3000}""";

    [Fact]
    public async Task Connection_refused()
    {
        (await RefusedAsync($"127.0.0.1:{LoopbackPort.FindFree()}")).ShouldBe("The server of target 'mine' does not reply: connection refused.");
    }

    [Fact]
    public async Task It_needs_a_password()
    {
        await using var redis = await RedisServer.StartAsync("--requirepass", "open-sesame");

        (await RefusedAsync(redis.Connection))
            .ShouldBe("The server of target 'mine' requires a password; give it in the connection string (password=…, with user=… for an ACL user).");

        var events =
            await TestJobs.RunAsync(TestJobs.Insert(["batch"], Small), new ConfiguredTarget("mine", $"{redis.Connection},password=open-sesame"));
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
        events.Runs().Length.ShouldBe(2);
    }

    [Fact]
    public async Task It_is_a_read_only_replica()
    {
        await using var primary = await RedisServer.StartAsync();
        await using var replica = await RedisServer.StartAsync("--replicaof", $"127.0.0.1 {primary.Port}");

        (await RefusedAsync(replica.Connection)).ShouldBe("The server of target 'mine' is a read-only replica; choose its primary.");
    }

    [Fact]
    public async Task It_becomes_a_read_only_replica_on_the_way()
    {
        await using var primary = await RedisServer.StartAsync();
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Insert(["batch", "multi-exec", "lua", "hset"], Small);

        var events = await TestJobs.RunAsync(job, redis.Target,
            jobEvent => jobEvent is JobEvent.Started ? redis.QueryAsync("REPLICAOF", "127.0.0.1", $"{primary.Port}") : Task.CompletedTask);

        events.Runs().Length.ShouldBe(5);
        events.Runs().ShouldAllBe(
            run => run.ShouldBeNoNumber().StartsWith("The server of target 'mine' is a read-only replica; choose its primary."));
        events[^1].ShouldBeOfType<JobEvent.Ended>().State.ShouldBe(JobState.Failed);
    }

    [Fact]
    public async Task Large_payloads_run_out_of_memory_and_small_ones_succeed()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory-policy", "noeviction");
        var job = TestJobs.Insert(["batch", "multi-exec", "hset", "lua", "gzip"], """{"items": 300, "payloadBytes": 32768}""", runs: 2);

        // After the memory check of the job, because no other client fills the server.
        var events =
            await TestJobs.RunAsync(job, redis.Target, jobEvent => jobEvent is JobEvent.Started ? LimitAsync(redis, 6_000_000) : Task.CompletedTask);

        foreach (var ended in events.Ended())
        {
            if (ended.Case.Strategy == "gzip")
            {
                ended.Run.State.ShouldBe(RunState.Ok, ended.Run.Error.ToText());
            }
            else
            {
                ended.Run.ShouldBeNoNumber().ShouldBe(
                    "The server of target 'mine' is out of memory: its limit (maxmemory) is too small for this job.", ended.Case.Strategy);
            }
        }

        events.Runs().Length.ShouldBe(12);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");
    }

    [Fact]
    public async Task The_server_evicts_the_keys_of_a_run()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory-policy", "allkeys-lru");
        var job = TestJobs.Insert(["batch"], """{"items": 300, "payloadBytes": 32768}""");

        var events =
            await TestJobs.RunAsync(job, redis.Target, jobEvent => jobEvent is JobEvent.Started ? LimitAsync(redis, 6_000_000) : Task.CompletedTask);

        events.Runs().Length.ShouldBe(2);
        events.Runs().ShouldAllBe(run => run.Error!.Code == ReasonCode.KeysEvicted);
        events[^1].ShouldBeOfType<JobEvent.Ended>().State.ShouldBe(JobState.Failed);
    }

    /// <summary>Sets the memory limit to a number of bytes above the used memory.</summary>
    private static async Task LimitAsync(RedisServer redis, long bytes)
    {
        var used = long.Parse((await redis.QueryAsync("INFO", "memory")).Text!.Split("used_memory:")[1].Split('\r')[0], CultureInfo.InvariantCulture);
        await redis.QueryAsync("CONFIG", "SET", "maxmemory", $"{used + bytes}");
    }

    private static async Task<string> RefusedAsync(string connection)
    {
        var events = await TestJobs.RunAsync(TestJobs.Insert(["batch"], Small), new ConfiguredTarget("mine", connection));
        return events.ShouldHaveSingleItem().ShouldBeOfType<JobEvent.Ended>().Error.ToText().ShouldNotBeNull();
    }
}
