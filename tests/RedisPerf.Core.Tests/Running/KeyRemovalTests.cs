using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Mget;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Running;

/// <summary>The expiry of the keys of a job, for a process that cannot remove them, and the limits of their removal.</summary>
public sealed class KeyRemovalTests
{
    [Theory]
    [InlineData(1_000, true)]
    [InlineData(1_001, false)]
    public async Task The_keys_of_a_run_that_writes_few_expire_from_the_end_of_the_clock_on(int keys, bool expire)
    {
        await using var redis = await RedisServer.StartAsync();
        List<TimeSpan?> expiries = [];
        var @case = new ProbeCase("a")
        {
            Written = [.. Enumerable.Range(0, keys).Select(key => (RedisKey)$"redisperf:probe:{key}")],
            Execute = async (context, _) =>
            {
                await context.Database.StringSetAsync("redisperf:probe:999", "value");
                expiries.Add(await context.Database.KeyTimeToLiveAsync("redisperf:probe:999"));
            },
            Verify = async (context, _) => expiries.Add(await context.Database.KeyTimeToLiveAsync("redisperf:probe:999")),
            Teardown = (context, _) => context.Database.KeyDeleteAsync("redisperf:probe:999"),
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, @case), TestJobs.Probe(runs: 1), null, Ct);

        events.Runs().ShouldHaveSingleItem().State.ShouldBe(RunState.Ok);
        expiries[0].ShouldBeNull("an expiry would be part of the time");
        ShouldExpire(expiries[1], expire ? TimeSpan.FromHours(6) : null);
    }

    [Fact]
    public async Task The_hash_that_mget_reads_expires_before_the_clock_starts_and_its_single_keys_do_not()
    {
        await using var redis = await RedisServer.StartAsync();
        var workload = new MgetWorkload(new() { Keys = 100 }, "redisperf:probe:");
        var expiries = new Dictionary<string, TimeSpan?>();

        var events = await TestJobs.RunAsync(
            TestJobs.RunnerOf(
                redis.Target, Reading("hash", workload.LoadedHash, workload.Hash), Reading("keys", workload.LoadedKeys, workload.Key(1))),
            TestJobs.Probe(runs: 1), null, Ct);

        events.Runs().ShouldAllBe(run => run.State == RunState.Ok);
        ShouldExpire(expiries["hash"], TimeSpan.FromHours(24));
        ShouldExpire(expiries["keys"], null);
        (await redis.QueryAsync("DBSIZE")).Text.ShouldBe("0");

        ProbeCase Reading(string name, SharedData data, RedisKey key) => new(name)
        {
            Data = data,
            Execute = async (context, _) =>
            {
                (await context.Database.KeyExistsAsync(key)).ShouldBeTrue();
                expiries[name] = await context.Database.KeyTimeToLiveAsync(key);
            },
        };
    }

    [Theory]
    [InlineData(1_000, 5)]
    [InlineData(1_001, 30)]
    public async Task The_removal_of_the_keys_of_a_run_ends_when_the_server_does_not_reply(int keys, double seconds)
    {
        var @case = new ProbeCase("a") { Written = [.. Enumerable.Range(0, keys).Select(key => (RedisKey)$"redisperf:probe:{key}")] };

        (await OnSilentServerAsync(@case, runner => runner.CleanAfterLossAsync())).ShouldBe(NoReplyWithin(seconds));
    }

    [Theory]
    [InlineData(false, 30)]
    [InlineData(true, 4)]
    public async Task The_removal_of_shared_data_ends_when_the_server_does_not_reply(bool isCancelled, double seconds)
    {
        var @case = new ProbeCase("a") { Data = new MgetWorkload(new() { Keys = 100 }, "redisperf:probe:").LoadedHash };

        (await OnSilentServerAsync(@case, runner => runner.RemoveSharedAsync(isCancelled, Ct))).ShouldBe(NoReplyWithin(seconds));
    }

    private static Reason NoReplyWithin(double seconds) => Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, "mine"), ("seconds", seconds));

    private static void ShouldExpire(TimeSpan? expiry, TimeSpan? expected)
    {
        expiry.HasValue.ShouldBe(expected is not null);
        if (expected is { } time)
        {
            expiry!.Value.ShouldBeInRange(time - TimeSpan.FromMinutes(5), time);
        }
    }

    private static async Task<Reason?> OnSilentServerAsync(ProbeCase @case, Func<CaseRunner, Task<Reason?>> remove)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        await Signals.SendAsync("STOP", redis.ProcessId);
        try
        {
            return await remove(new CaseRunner(@case, server, new AcceleratedTime()));
        }
        finally
        {
            await Signals.SendAsync("CONT", redis.ProcessId);
        }
    }

    /// <summary>All waits take a thirtieth of their time.</summary>
    private sealed class AcceleratedTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            base.CreateTimer(callback, state, dueTime / 30, period);
    }
}
