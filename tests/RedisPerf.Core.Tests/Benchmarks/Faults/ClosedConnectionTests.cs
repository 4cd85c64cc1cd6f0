using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Benchmarks.Faults;

/// <summary>For every strategy of the catalogue, a run whose connection the server closes fails with that reason and leaves no keys.</summary>
public sealed class ClosedConnectionTests
{
    [Theory]
    [MemberData(nameof(StrategyFault.Strategies), MemberType = typeof(StrategyFault))]
    public async Task Run_fails_when_the_server_closes_the_connection(string benchmark, string strategy)
    {
        await using var redis = await RedisServer.StartAsync();

        var (run, prefix) = await StrategyFault.RunAsync(redis, benchmark, strategy, () => redis.AskAsync("CLIENT", "KILL", "TYPE", "normal"));

        run.ShouldBeNoNumber().ShouldStartWith("The connection to the server of target 'mine' was lost");
        (await redis.AskAsync("KEYS", prefix + "*")).Items.ShouldBeEmpty();
    }
}
