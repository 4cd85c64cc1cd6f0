using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>What happens beside a run is seen and said; the run stays a number.</summary>
public class DisturbanceTests
{
    private static readonly ClientFigures Free = new(1, 0, 0) { PoolDelay = 0.002, Stolen = 0, Others = 0.02, Idle = 0.3 };

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Somebody_else_s_commands_are_seen_in_the_server_s_own_counters()
    {
        await using var redis = await RedisServer.StartAsync();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var foreign = Task.Run(
            async () =>
            {
                while (!stop.IsCancellationRequested)
                {
                    await redis.AskAsync("GET", "somebody-else-s");
                }
            },
            Ct);

        var events = await TestJobs.RunAsync(TestJobs.Insert(["hset"], """{"items": 4000, "payloadBytes": 32768}"""), new ConfiguredTarget("mine", redis.Connection));
        await stop.CancelAsync();
        await foreign;

        foreach (var run in events.Runs())
        {
            run.State.ShouldBe(RunState.Ok, run.Error.ToText());
            run.Seconds.ShouldNotBeNull();
            run.Disturbed.ToText().ShouldNotBeNull().ShouldMatch(@"The server of target 'mine' executed [\d,]+ commands of other clients \(get\) and [\d,]+ commands of the run\.");
        }
    }

    [Fact]
    public async Task Evicted_keys_that_were_not_the_run_s_disturb_it()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory-policy", "volatile-ttl");
        for (var key = 0; key < 60; key++)
        {
            await redis.AskAsync("SET", $"somebody-else-s-{key}", new string('x', 100_000), "EX", "1000");
        }

        var events = await TestJobs.RunAsync(
            TestJobs.Insert(["batch"], """{"items": 40, "payloadBytes": 32768}"""),
            new ConfiguredTarget("mine", redis.Connection),
            async jobEvent =>
            {
                if (jobEvent is JobEvent.Started)
                {
                    var used = ServerInfo.Parse((await redis.AskAsync("INFO", "memory")).Text!).UsedMemory;
                    await redis.AskAsync("CONFIG", "SET", "maxmemory", $"{used + 500_000}");
                }
            });

        events.Runs().ShouldContain(
            run => run.State == RunState.Ok && run.Disturbed.Any(reason => reason.Code == ReasonCode.KeysEvicted),
            string.Join(" ", events.Select(jobEvent => jobEvent.ToString())));
    }

    [Theory]
    [InlineData(0.002, 0.0, 0.02, 0.3, null)]
    [InlineData(0.002, 0.05, 0.02, 0.3, "The hypervisor gave 5% of this machine's CPU to other machines.")]
    [InlineData(0.002, 0.0, 0.4, 0.02, "Other programs used 40% of the CPU.")]
    [InlineData(0.002, 0.0, 0.4, 0.3, null)]
    [InlineData(0.08, 0.0, 0.02, 0.3, "The client had too little CPU: its thread pool was late by 80 ms on average.")]
    [InlineData(null, null, null, null, null)]
    public void A_client_that_lacked_CPU_says_what_it_lacked(double? poolDelay, double? stolen, double? others, double? idle, string? sentence)
    {
        var sample = new ServerSample { Target = "mine" };

        Disturbance.Of(sample, sample, null, Free with { PoolDelay = poolDelay, Stolen = stolen, Others = others, Idle = idle }).ToText().ShouldBe(sentence);
    }

    [Fact]
    public void One_command_in_a_hundred_is_no_disturbance()
    {
        Of(own: 1_000, hset: 1_000, get: 10).ShouldBeNull();
        Of(own: 1_000, hset: 1_000, get: 11).ShouldNotBeNull();
        Of(own: 1_000, hset: 1_011, get: 0).ShouldNotBeNull();
    }

    [Fact]
    public void A_monitor_that_looks_in_is_no_disturbance_and_a_flood_of_pings_is()
    {
        Of(own: 1_000, hset: 1_000, get: 0, ("info", 6), ("config|get", 12), ("ping", 30)).ShouldBeNull();
        Of(own: 1_000, hset: 1_000, get: 0, ("ping", 5_000)).ShouldNotBeNull();
    }

    [Fact]
    public void The_old_name_of_a_command_is_the_same_command() =>
        Of(own: 1_000, hset: 0, get: 0, ("hmset", 1_000)).ShouldBeNull();

    [Fact]
    public void An_engine_that_counts_transactions_twice_is_believed_up_to_that()
    {
        var own = new Dictionary<string, long> { ["hset"] = 900, ["multi"] = 9, ["exec"] = 9 };
        var before = new ServerSample { Target = "mine", CountsTransactionsTwice = true };

        Disturbance.Of(before, Counted(before, ("hset", 1_800), ("multi", 9), ("exec", 18)), own, Free).ShouldBeEmpty();
        Disturbance.Of(before, Counted(before, ("hset", 1_850), ("multi", 9), ("exec", 18)), own, Free).ShouldNotBeEmpty();
    }

    [Fact]
    public async Task A_pool_that_was_not_asked_yet_has_no_delay()
    {
        await using var delay = PoolDelay.Start();

        (await delay.StopAsync()).ShouldBeNull();
    }

    private static string? Of(long own, long hset, long get, params (string Command, long Count)[] more)
    {
        var before = new ServerSample { Target = "mine" };
        return Disturbance.Of(before, Counted(before, [("hset", hset), ("get", get), .. more]), new Dictionary<string, long> { ["hset"] = own }, Free).ToText();
    }

    private static ServerSample Counted(ServerSample before, params (string Command, long Count)[] calls) =>
        before with { Calls = calls.ToDictionary(call => call.Command, call => call.Count) };
}
