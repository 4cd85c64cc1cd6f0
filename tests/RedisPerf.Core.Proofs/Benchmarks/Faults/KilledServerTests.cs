using System.Diagnostics;
using RedisPerf.Core.Tests.Benchmarks.Faults;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.Faults;

/// <summary>A run on a server that is killed fails with that reason. Each benchmark has one strategy of each kind.</summary>
[Long]
public sealed class KilledServerTests
{
    [Theory]
    [MemberData(nameof(StrategyFault.OneOfEachKind), MemberType = typeof(StrategyFault))]
    public async Task Run_fails_when_the_server_is_killed(string benchmark, string strategy)
    {
        await using var redis = await RedisServer.StartAsync();

        var (run, _) = await StrategyFault.RunAsync(redis, benchmark, strategy, () =>
        {
            Process.GetProcessById(redis.ProcessId).Kill();
            return Task.CompletedTask;
        });

        run.ShouldBeNoNumber().ShouldStartWith("The connection to the server of target 'mine' was lost");
    }
}
