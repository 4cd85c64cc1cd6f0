using System.Diagnostics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Running;

/// <summary>Detects activity that may have changed the time of a run.</summary>
public class DisturbanceTests
{
    private static readonly ClientFigures Free = new(1, 0, 0) { PoolDelay = 0.002, Stolen = 0, Others = 0.02, Idle = 0.3 };

    [Fact]
    public async Task Commands_of_other_clients_disturb_a_run()
    {
        await using var redis = await RedisServer.StartAsync();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var foreign = Task.Run(
            async () =>
            {
                while (!stop.IsCancellationRequested)
                {
                    await redis.QueryAsync("GET", "somebody-else-s");
                }
            },
            Ct);

        var events = await TestJobs.RunAsync(
            TestJobs.Insert(["hset"], """{"items": 4000, "payloadBytes": 32768}"""), new ConfiguredTarget("mine", redis.Connection));
        await stop.CancelAsync();
        await foreign;

        foreach (var run in events.Runs())
        {
            run.State.ShouldBe(RunState.Ok, run.Error.ToText());
            run.Seconds.ShouldNotBeNull();
            run.Disturbed.ToText().ShouldNotBeNull()
                .ShouldMatch(@"The server of target 'mine' executed [\d,]+ commands of other clients \(get\) and [\d,]+ commands of the run\.");
        }
    }

    [Fact]
    public async Task A_few_long_commands_of_another_client_disturb_the_runs_that_they_delay()
    {
        await using var redis = await RedisServer.StartAsync();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var foreign = Task.Run(
            async () =>
            {
                while (!stop.IsCancellationRequested)
                {
                    await redis.BlockAsync(60_000);
                    await Task.Delay(60, CancellationToken.None);
                }
            },
            Ct);

        var events = await TestJobs.RunAsync(
            TestJobs.Insert(["hset"], """{"items": 5000, "payloadBytes": 32768}""", runs: 2), new ConfiguredTarget("mine", redis.Connection));
        await stop.CancelAsync();
        await foreign;

        var runs = events.Runs();
        runs.ShouldAllBe(run => run.State == RunState.Ok);
        runs.Count(run => run.Disturbed.Any(reason => reason.Code == ReasonCode.OtherClientsTime)).ShouldBeGreaterThanOrEqualTo(
            3, string.Join(" ", runs.Select(run => run.Disturbed.ToText())));
        runs.SelectMany(run => run.Disturbed).First(reason => reason.Code == ReasonCode.OtherClientsTime).ToText()
            .ShouldMatch(@"The server of target 'mine' was busy with commands of other clients \(eval, time\) for \d+% of the run\.");
    }

    [Fact]
    public void A_busy_server_is_no_stall()
    {
        StallOf(stall: 2, cpuSeconds: 3).ShouldNotBeNull();
        StallOf(stall: 2, cpuSeconds: 9.5).ShouldBeNull();
        StallOf(stall: 0.4, cpuSeconds: 3).ShouldBeNull();
        StallOf(stall: 2, cpuSeconds: null).ShouldBeNull();
    }

    private static string? StallOf(double stall, double? cpuSeconds)
    {
        var before = new ServerSample { Target = "mine", CpuSeconds = cpuSeconds is null ? null : 0 };
        return Disturbance.Of(ServerUse.Between(before, before with { CpuSeconds = cpuSeconds }), null, Free, seconds: 10, stall).ToText();
    }

    [Fact]
    public async Task Evicted_keys_of_other_clients_disturb_a_run()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory-policy", "volatile-ttl");
        for (var key = 0; key < 60; key++)
        {
            await redis.QueryAsync("SET", $"somebody-else-s-{key}", new string('x', 100_000), "EX", "1000");
        }

        var events = await TestJobs.RunAsync(
            TestJobs.Insert(["batch"], """{"items": 40, "payloadBytes": 32768}"""),
            new ConfiguredTarget("mine", redis.Connection),
            async jobEvent =>
            {
                if (jobEvent is JobEvent.Started)
                {
                    var used = ServerInfo.Parse((await redis.QueryAsync("INFO", "memory")).Text!).UsedMemory;
                    await redis.QueryAsync("CONFIG", "SET", "maxmemory", $"{used + 500_000}");
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
    public void A_shortage_of_CPU_disturbs_a_run(double? poolDelay, double? stolen, double? others, double? idle, string? sentence)
    {
        var sample = new ServerSample { Target = "mine" };

        Disturbance.Of(ServerUse.Between(sample, sample), null,
            Free with { PoolDelay = poolDelay, Stolen = stolen, Others = others, Idle = idle }, 1).ToText().ShouldBe(sentence);
    }

    [Fact]
    public void Ignores_one_percent_of_other_commands()
    {
        Of(own: 1_000, hset: 1_000, get: 10).ShouldBeNull();
        Of(own: 1_000, hset: 1_000, get: 11).ShouldNotBeNull();
        Of(own: 1_000, hset: 1_011, get: 0).ShouldNotBeNull();
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(100, false)]
    public void The_time_of_other_commands_is_compared_with_the_time_between_the_samples(int seconds, bool isDisturbed)
    {
        var before = new ServerSample { Target = "mine", TakenAt = Stopwatch.Frequency };
        var after = Counted(before, ("hset", 1_000), ("get", 1)) with
        {
            TakenAt = before.TakenAt + (seconds * Stopwatch.Frequency),
            CommandSeconds = new Dictionary<string, double> { ["hset"] = 0.5, ["get"] = 0.5 },
        };

        Disturbance.Of(ServerUse.Between(before, after), new Dictionary<string, long> { ["hset"] = 1_000 }, Free, seconds: 1).Any()
            .ShouldBe(isDisturbed);
    }

    [Fact]
    public void Ignores_a_monitoring_client_and_detects_many_pings()
    {
        Of(own: 1_000, hset: 1_000, get: 0, ("info", 6), ("config|get", 12), ("ping", 30)).ShouldBeNull();
        Of(own: 1_000, hset: 1_000, get: 0, ("ping", 5_000)).ShouldNotBeNull();
    }

    [Fact]
    public void Hmset_counts_as_hset() =>
        Of(own: 1_000, hset: 0, get: 0, ("hmset", 1_000)).ShouldBeNull();

    [Fact]
    public void Allows_for_engines_that_count_transactions_twice()
    {
        var own = new Dictionary<string, long> { ["hset"] = 900, ["multi"] = 9, ["exec"] = 9 };
        var before = new ServerSample { Target = "mine", CountsTransactionsTwice = true };

        Disturbance.Of(ServerUse.Between(before, Counted(before, ("hset", 1_800), ("multi", 9), ("exec", 18))), own, Free, 1).ShouldBeEmpty();
        Disturbance.Of(ServerUse.Between(before, Counted(before, ("hset", 1_850), ("multi", 9), ("exec", 18))), own, Free, 1).ShouldNotBeEmpty();
    }

    [Fact]
    public async Task A_very_short_run_has_no_pool_delay()
    {
        await using var delay = PoolDelay.Start();

        (await delay.StopAsync()).ShouldBeNull();
    }

    private static string? Of(long own, long hset, long get, params (string Command, long Count)[] more)
    {
        var before = new ServerSample { Target = "mine" };
        return Disturbance.Of(ServerUse.Between(before, Counted(before, [("hset", hset), ("get", get), .. more])),
            new Dictionary<string, long> { ["hset"] = own }, Free, 1).ToText();
    }

    private static ServerSample Counted(ServerSample before, params (string Command, long Count)[] calls) =>
        before with { Calls = calls.ToDictionary(call => call.Command, call => call.Count) };
}
