using System.Text.RegularExpressions;
using RedisPerf.Core.Benchmarks.Connections;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Benchmarks.Faults;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Benchmarks.Connections;

/// <summary>Runs on a redis-server.</summary>
public sealed class ConnectionsRunTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task A_run_fails_when_the_server_closes_one_of_its_connections(int connection)
    {
        await using var redis = await RedisServer.StartAsync();

        var (run, prefix) = await StrategyFault.RunAsync(redis, "connections", "mixed", async () =>
        {
            var ids = RunConnectionsIn((await redis.QueryAsync("CLIENT", "LIST")).Text!);
            ids.Length.ShouldBe(3);
            await redis.QueryAsync("CLIENT", "KILL", "ID", ids[connection]);
        });

        run.ShouldBeNoNumber().ShouldStartWith("The connection to the server of target 'mine' was lost");
        (await redis.QueryAsync("KEYS", prefix + "*")).Items.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_server_that_refuses_some_of_the_connections_fails_the_run_and_the_others_are_closed()
    {
        await using var redis = await RedisServer.StartAsync("--maxclients", "10");

        var events = await TestJobs.RunAsync(TestJobs.Of(TestJobs.Draft("connections", ["get"], """{"connections": "16"}""")), redis.Target);

        events.Runs().ShouldHaveSingleItem().Error!.Code.ShouldBe(ReasonCode.TooManyConnections);
        RunConnectionsIn((await redis.QueryAsync("CLIENT", "LIST")).Text!).ShouldBeEmpty();
    }

    [Fact]
    public async Task All_connections_send_commands()
    {
        var workload = new ConnectionsWorkload(new() { Connections = 3, CommandsInFlight = 6, Items = 3_000, Keys = 10 }, "redisperf:all:");
        long[] before = [], after = [];

        var work = await RedisRun.OfAsync(
            new Mixed(workload, 3),
            beforeExecute: context => Task.FromResult(before = SentOver(context)),
            afterExecute: context => Task.FromResult(after = SentOver(context)));

        work.Operations.ShouldBe(3_000);
        var sent = after.Zip(before, (end, start) => end - start).ToArray();
        sent.Sum().ShouldBe(3_000);
        sent.Length.ShouldBe(3);
        sent.ShouldAllBe(commands => commands > 300);

        static long[] SentOver(CaseContext context) =>
            [.. context.Connections.Select(connection => connection.GetCounters().Interactive.OperationCount)];
    }

    [Fact]
    public async Task A_changed_value_is_found()
    {
        var workload = new ConnectionsWorkload(new() { Items = 100, Keys = 50 }, "redisperf:changed:");

        var failure = await Should.ThrowAsync<VerificationException>(() =>
            RedisRun.OfAsync(new Set(workload, 2), afterExecute: context => context.Database.StringSetAsync(workload.Values.Keys[17], "another")));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueDiffers);
        failure.Reason.Args["what"].ShouldBe("The value of 0000017");
    }

    [Fact]
    public async Task A_read_without_the_expected_value_is_found()
    {
        var workload = new ConnectionsWorkload(new() { Items = 100, Keys = 1 }, "redisperf:missing:");

        // The key has its value again before the keys are read back.
        var failure = await Should.ThrowAsync<VerificationException>(() => RedisRun.OfAsync(
            new Get(workload, 2),
            beforeExecute: context => context.Database.KeyDeleteAsync(workload.Values.Keys[0]),
            afterExecute: context => context.Database.StringSetAsync(workload.Values.Keys[0], workload.Values.Loaded(0))));

        failure.Reason.Code.ShouldBe(ReasonCode.ValueMissing);
    }

    // Their IDs.
    private static string[] RunConnectionsIn(string clients) =>
        [.. Regex.Matches(clients, @"^id=(?<id>\d+) .* name=RedisPerf-\S+ ", RegexOptions.Multiline).Select(match => match.Groups["id"].Value)];
}
