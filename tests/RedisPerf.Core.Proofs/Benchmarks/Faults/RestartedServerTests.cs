using System.Net.Sockets;
using RedisPerf.Core.Tests.Benchmarks.Faults;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.Faults;

/// <summary>A run on a server that restarts fails with that reason and leaves no keys. Each benchmark has one strategy of each kind.</summary>
public sealed class RestartedServerTests
{
    [Theory]
    [MemberData(nameof(StrategyFault.OneOfEachKind), MemberType = typeof(StrategyFault))]
    public async Task Run_fails_when_the_server_restarts(string benchmark, string strategy)
    {
        await using var redis = await RedisServer.StartAsync("--enable-debug-command", "yes");

        var (run, prefix) = await StrategyFault.RunAsync(redis, benchmark, strategy, async () =>
        {
            await Should.ThrowAsync<IOException>(() => redis.QueryAsync("DEBUG", "RESTART"));
            await Poll.UntilAsync(() => RespondsAsync(redis));
        });

        run.ShouldBeNoNumber().ShouldMatch(
            "^The (connection to the server of target 'mine' was lost|server of target 'mine' was restarted during the run)");
        (await redis.QueryAsync("KEYS", prefix + "*")).Items.ShouldBeEmpty();
    }

    private static async Task<bool> RespondsAsync(RedisServer redis)
    {
        try
        {
            await redis.QueryAsync("PING");
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
