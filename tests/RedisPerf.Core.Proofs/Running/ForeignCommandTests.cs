using System.Globalization;
using System.Net;
using System.Net.Sockets;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Running;

/// <summary>A few long commands of other clients are detected, although their number is small, and so is the work that their
/// commands do not show.</summary>
public sealed class ForeignCommandTests
{
    private const int Writes = 1_000;

    private const int WrittenBytes = 4_096;

    private static readonly ClientFigures Free = new(1, 0, 0);

    private static Dictionary<string, long> Written => new() { ["hset"] = Writes };

    [Fact]
    public async Task A_few_long_calls_of_the_run_s_own_command_disturb_it()
    {
        await using var redis = await RedisServer.StartAsync();
        var own = (await redis.QueryAsync("SCRIPT", "LOAD", "return redis.call('HSET', KEYS[1], 'field', 'value')")).Text!;
        // About 0.03 seconds.
        var foreign = (await redis.QueryAsync("SCRIPT", "LOAD", "local x = 0 for i = 1, 5000000 do x = x + i end return x")).Text!;

        var runs = await RunAsync(
            redis,
            context => Task.WhenAll(Enumerable.Range(0, 300).Select(_ => context.Database.ExecuteAsync("EVALSHA", own, 1, "redisperf:probe"))),
            new() { ["evalsha"] = 300, ["hset"] = 300 },
            async ownAsync =>
            {
                await ownAsync();
                await QueryThreeTimesAsync(redis, "EVALSHA", foreign, "0");
            });

        ShouldDisturbTheSecond(runs, ReasonCode.OtherClientsTime,
            @"The server of target 'mine' was busy with commands of other clients \(evalsha\) for \d+% of the run\.");
    }

    [Fact]
    public async Task A_few_long_commands_of_a_monitoring_client_disturb_a_run()
    {
        await using var redis = await RedisServer.StartAsync();
        await redis.QueryAsync("EVAL", "for i = 1, 300000 do redis.call('HSET', KEYS[1], i, i) end", "1", "foreign-key");

        var runs = await RunAsync(redis, WriteAsync, Written, async ownAsync =>
        {
            await ownAsync();
            await QueryThreeTimesAsync(redis, "MEMORY", "USAGE", "foreign-key", "SAMPLES", "0");
        });

        ShouldDisturbTheSecond(runs, ReasonCode.OtherClientsTime,
            @"The server of target 'mine' was busy with commands of other clients \(memory\|usage\) for \d+% of the run\.");
    }

    [Fact]
    public async Task Copies_of_the_commands_for_clients_that_run_MONITOR_disturb_a_run()
    {
        await using var redis = await RedisServer.StartAsync();

        var runs = await RunAsync(redis, WriteAsync, Written, async ownAsync =>
        {
            // Several, because the server formats a command once for all of them, which takes most of the time. Their own
            // commands are below 1% of those of the run.
            var monitors = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => MonitorAsync(redis)));
            await Task.WhenAll(
                [ownAsync(), .. monitors.Select(monitor => monitor.GetStream().ReadExactlyAsync(new byte[Writes * WrittenBytes], Ct).AsTask())]);
            Array.ForEach(monitors, monitor => monitor.Dispose());
        });

        ShouldDisturbTheSecond(
            runs, ReasonCode.OtherClientsBytes, @"The server of target 'mine' received and sent [\d.]+ MB of other clients during the run\.");
    }

    [Fact]
    public async Task A_client_that_connects_again_and_again_disturbs_a_run()
    {
        await using var redis = await RedisServer.StartAsync();

        var runs = await RunAsync(redis, WriteAsync, Written, async ownAsync =>
        {
            await ownAsync();
            for (var number = 0; number < 300; number++)
            {
                using var client = new TcpClient();
                await client.ConnectAsync(IPEndPoint.Parse(redis.Connection), Ct);
            }
        });

        ShouldDisturbTheSecond(
            runs, ReasonCode.OtherClientsConnections, @"The server of target 'mine' accepted [\d,]+ connections of other clients during the run\.");
    }

    [Theory]
    [InlineData(109, 0, null)]
    [InlineData(111, 0, ReasonCode.OtherClientsBytes)]
    [InlineData(100, 19, null)]
    [InlineData(100, 21, ReasonCode.OtherClientsConnections)]
    public void Traffic_is_compared_with_the_run_of_the_case_that_has_the_least(int megabytes, int connections, ReasonCode? expected)
    {
        var history = new CaseHistory();
        history.Add(Traffic(100, 2), Own);
        history.Add(Traffic(300, 500), Own);

        Disturbance.Of(Traffic(megabytes, 2 + connections), Own, Free, 1, usual: history).Select(reason => reason.Code)
            .ShouldBe(expected is { } code ? [code] : []);
        Disturbance.Of(Traffic(megabytes, 2 + connections), Own, Free, 1).ShouldBeEmpty("it is the first run of the case");
    }

    [Theory]
    [InlineData(219, null)]
    [InlineData(223, ReasonCode.OtherClientsBytes)]
    public void Traffic_is_compared_per_call(int megabytes, ReasonCode? expected)
    {
        var history = new CaseHistory();
        history.Add(Traffic(100, 2), Own);
        var twice = Own.ToDictionary(calls => calls.Key, calls => 2 * calls.Value);

        Disturbance.Of(Traffic(megabytes, 2), twice, Free, 1, usual: history).Select(reason => reason.Code)
            .ShouldBe(expected is { } code ? [code] : []);
    }

    [Theory]
    [InlineData("BGSAVE", "rdb_bgsave_in_progress")]
    [InlineData("BGREWRITEAOF", "aof_rewrite_in_progress")]
    public async Task A_child_process_of_the_server_disturbs_a_run(string command, string field)
    {
        await using var redis = await RedisServer.StartAsync();
        var calls = 0;
        var saved = new ProbeCase("a")
        {
            Execute = async (context, _) =>
            {
                await context.Database.HashSetAsync("redisperf:probe", "field", "value");
                if (++calls == 2)
                {
                    (await redis.QueryAsync(command)).IsError.ShouldBeFalse();
                    await Poll.UntilAsync(
                        async () => !(await redis.QueryAsync("INFO", "persistence")).Text!.Contains($"{field}:1", StringComparison.Ordinal));
                }
            },
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, saved), TestJobs.Probe(runs: 3), null, Ct);

        events.Runs().Select(run => run.Disturbed.Any(reason => reason.Code == ReasonCode.ServerForked)).ShouldBe(
            [false, true, false], Text(events.Runs()));
        events.Runs()[1].Disturbed.ToText().ShouldNotBeNull().ShouldStartWith(
            "The server of target 'mine' had a child process, which saves its data, rewrites its append-only file or supplies a replica.");
    }

    [Fact]
    public void A_child_process_is_detected_during_any_part_of_a_run()
    {
        var idle = new ServerSample { Target = "mine", Forks = 3 };

        ServerUse.Between(idle, idle).Incident.ShouldBeNull();
        ServerUse.Between(idle, idle with { Forks = 4 }).Incident!.Code.ShouldBe(ReasonCode.ServerForked);
        ServerUse.Between(idle with { IsSaving = true }, idle).Incident!.Code.ShouldBe(ReasonCode.ServerForked);
        ServerUse.Between(idle, idle with { IsSaving = true }).Incident!.Code.ShouldBe(ReasonCode.ServerForked);
        ServerUse.Between(idle, idle with { Forks = 0 }).Incident.ShouldBeNull("a user can reset the counter");
    }

    [Fact]
    public async Task Nothing_is_detected_on_a_server_without_other_clients()
    {
        await using var redis = await RedisServer.StartAsync();

        var events = await TestJobs.RunAsync(
            TestJobs.Insert(["multi-exec", "lua", "hset"], """{ "items": 2000, "payloadBytes": 32768 }""", runs: 2), redis.Target);

        ReasonCode[] codes = [ReasonCode.OtherClients, ReasonCode.OtherClientsTime, ReasonCode.OtherClientsBytes,
            ReasonCode.OtherClientsConnections, ReasonCode.ServerForked];
        events.Runs().SelectMany(run => run.Disturbed).Where(reason => codes.Contains(reason.Code)).ShouldBeEmpty(Text(events.Runs()));

        // A server that waits for a core sends no replies either.
        ReasonCode[] shortages = [ReasonCode.OtherPrograms, ReasonCode.StolenCpu, ReasonCode.LateThreadPool];
        events.Runs().Where(run => !run.Disturbed.Any(reason => shortages.Contains(reason.Code))).SelectMany(run => run.Disturbed)
            .ShouldBeEmpty(Text(events.Runs()));
    }

    [Theory]
    [InlineData(1, 0.1, false)]
    [InlineData(3, 0.104, false)]
    [InlineData(0, 5, false)]
    [InlineData(3, 0.5, true)]
    public void Own_commands_are_compared_with_those_of_the_other_runs(int foreign, double seconds, bool isDisturbed)
    {
        var history = new CaseHistory();
        history.Add(Evalsha(300, 0.09), Own);
        history.Add(Evalsha(300, 0.1), Own);

        Disturbance.Of(Evalsha(300 + foreign, seconds), Own, Free, 1, usual: history).Any().ShouldBe(isDisturbed);
    }

    [Fact]
    public void A_run_without_calls_of_other_clients_is_the_better_comparison()
    {
        var history = new CaseHistory();
        history.Max("evalsha").ShouldBeNull();
        history.Add(Evalsha(303, 0.606), Own);
        history.Max("evalsha").ShouldBe(0.002);
        history.Add(Evalsha(300, 0.3), Own);
        history.Max("evalsha").ShouldNotBeNull().ShouldBe(0.0011, 1e-9);
        history.Max("get").ShouldBeNull();
    }

    [Theory]
    [InlineData(0.009, 0.1, false)]
    [InlineData(0.015, 0.1, true)]
    [InlineData(0.015, 1, false)]
    [InlineData(0.025, 1, true)]
    public void Housekeeping_is_weighed_by_its_time(double seconds, double observed, bool isDisturbed)
    {
        var before = new ServerSample { Target = "mine" };
        var after = before with
        {
            Calls = new Dictionary<string, long> { ["evalsha"] = 300, ["memory|usage"] = 1 },
            CommandSeconds = new Dictionary<string, double> { ["evalsha"] = 0.09, ["memory|usage"] = seconds },
        };

        Disturbance.Of(ServerUse.Between(before, after), Own, Free, observed).Any().ShouldBe(isDisturbed);
    }

    private static ServerUse Traffic(int megabytes, int connections)
    {
        var before = new ServerSample { Target = "mine", NetInputBytes = 0, NetOutputBytes = 0, Connections = 0 };
        return ServerUse.Between(
            before, before with { NetInputBytes = megabytes * 900_000L, NetOutputBytes = megabytes * 100_000L, Connections = connections });
    }

    private static IReadOnlyDictionary<string, long> Own { get; } = new Dictionary<string, long> { ["evalsha"] = 300 };

    private static ServerUse Evalsha(long calls, double seconds)
    {
        var before = new ServerSample { Target = "mine" };
        return ServerUse.Between(before, before with
        {
            Calls = new Dictionary<string, long> { ["evalsha"] = calls },
            CommandSeconds = new Dictionary<string, double> { ["evalsha"] = seconds }
        });
    }

    private static string Text(IEnumerable<Run> runs) => string.Join(
        "; ", runs.Select(run => string.Create(CultureInfo.InvariantCulture, $"{run.Seconds} s {run.Error.ToText()} {run.Disturbed.ToText()}")));

    private static Task WriteAsync(CaseContext context) =>
        Task.WhenAll(
            Enumerable.Range(0, Writes).Select(_ => context.Database.HashSetAsync("redisperf:probe", "field", new string('x', WrittenBytes))));

    /// <summary>Three runs. The second one ends when the other client has ended its work, so it never comes too late.</summary>
    /// <param name="ownAsync">The commands of a run.</param>
    /// <param name="commands">Their calls.</param>
    /// <param name="foreignAsync">The second run: calls the own commands, and does the work of the other client.</param>
    private static async Task<Run[]> RunAsync(
        RedisServer redis, Func<CaseContext, Task> ownAsync, Dictionary<string, long> commands, Func<Func<Task>, Task> foreignAsync)
    {
        var calls = 0;
        var @case = new ProbeCase("a")
        {
            Execute = (context, _) => ++calls == 2 ? foreignAsync(() => ownAsync(context)) : ownAsync(context),
            Verify = (context, _) =>
            {
                context.Work.Commands = commands;
                return Task.CompletedTask;
            },
        };
        return [.. (await TestJobs.RunAsync(TestJobs.RunnerOf(redis.Target, @case), TestJobs.Probe(runs: 3), null, Ct)).Runs()];
    }

    private static void ShouldDisturbTheSecond(Run[] runs, ReasonCode code, string sentence)
    {
        runs.Select(run => run.Disturbed.Any(reason => reason.Code == code)).ShouldBe([false, true, false], Text(runs));
        runs[1].Disturbed.First(reason => reason.Code == code).ToText().ShouldMatch(sentence);
    }

    private static async Task<TcpClient> MonitorAsync(RedisServer redis)
    {
        var client = new TcpClient();
        await client.ConnectAsync(IPEndPoint.Parse(redis.Connection), Ct);
        await client.GetStream().WriteAsync("MONITOR\r\n"u8.ToArray(), Ct);
        await client.GetStream().ReadExactlyAsync(new byte["+OK\r\n".Length], Ct);
        return client;
    }

    private static async Task QueryThreeTimesAsync(RedisServer redis, params string[] command)
    {
        for (var call = 0; call < 3; call++)
        {
            (await redis.QueryAsync(command)).IsError.ShouldBeFalse();
        }
    }
}
