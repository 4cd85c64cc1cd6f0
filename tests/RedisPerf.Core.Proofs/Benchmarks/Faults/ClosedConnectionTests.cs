using RedisPerf.Core.Tests.Benchmarks.Faults;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.Faults;

/// <summary>For every strategy of the catalogue, a run whose connection the server closes fails with that reason and leaves no keys.</summary>
[Long]
public sealed class ClosedConnectionTests(ClosedConnectionTests.OneServer server) : IClassFixture<ClosedConnectionTests.OneServer>
{
    [Theory]
    [MemberData(nameof(StrategyFault.Strategies), MemberType = typeof(StrategyFault))]
    public async Task Run_fails_when_the_server_closes_the_connection(string benchmark, string strategy)
    {
        var redis = await server.StartAsync();

        var (run, prefix) = await StrategyFault.RunAsync(redis, benchmark, strategy, () => redis.QueryAsync("CLIENT", "KILL", "TYPE", "normal"));

        run.ShouldBeNoNumber().ShouldStartWith("The connection to the server of target 'mine' was lost");
        (await redis.QueryAsync("KEYS", prefix + "*")).Items.ShouldBeEmpty();
    }

    /// <summary>A server that keeps running when its connections are closed.</summary>
    public sealed class OneServer : IAsyncDisposable
    {
        private RedisServer? _redis;

        public ValueTask DisposeAsync() => _redis?.DisposeAsync() ?? ValueTask.CompletedTask;

        internal async Task<RedisServer> StartAsync()
        {
            _redis ??= await RedisServer.StartAsync();
            // A job whose connections were closed may leave its lease, which expires later.
            await _redis.QueryAsync("DEL", "redisperf:lease");
            return _redis;
        }
    }
}
