using RedisPerf.Core.Tests.Benchmarks.Faults;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.Faults;

/// <summary>A read strategy whose keys are missing for a part of the run fails, although its last calls find them again.</summary>
public sealed class MissingKeysTests
{
    private const string Rename = "for _, key in ipairs(redis.call('KEYS', ARGV[1] .. 'redisperf:*:*')) do "
        + "redis.call('RENAME', key, ARGV[2] .. string.sub(key, #ARGV[1] + 1)) end";

    [Theory]
    [InlineData("mget")]
    [InlineData("hmget")]
    [InlineData("pipelined-get")]
    [InlineData("single-get")]
    public async Task Run_fails_when_keys_are_missing_for_some_calls(string strategy)
    {
        await using var redis = await RedisServer.StartAsync();

        var (run, _) = await StrategyFault.RunAsync(redis, "mget", strategy, async () =>
        {
            var misses = await MissesAsync(redis);
            await redis.QueryAsync("EVAL", Rename, "0", "", "gone:");
            await Poll.UntilAsync(async () => await MissesAsync(redis) != misses);

            await redis.QueryAsync("EVAL", Rename, "0", "gone:", "");
        });

        run.ShouldBeNoNumber().ShouldStartWith("Values read by ");
    }

    private static async Task<string> MissesAsync(RedisServer redis) =>
        (await redis.QueryAsync("INFO", "stats")).Text!.Split("\r\n").Single(line => line.StartsWith("keyspace_misses:", StringComparison.Ordinal));
}
