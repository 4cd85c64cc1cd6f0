using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>Calls the synchronous method: a thread of the pool is blocked until the reply.</summary>
public sealed class Sync(CallsWorkload workload, CallsOptions options) : PoolCallers(Info, workload, options)
{
    public static StrategyInfo Info { get; } = new(
        "sync", "synchronous", "Calls the synchronous method: a thread of the pool is blocked until the reply.", typeof(Sync))
    {
        UseIt = CallsSnippets.Sync,
    };

    protected override Task<RedisValue> CallAsync(IDatabase database, RedisKey key) => Task.FromResult(database.StringGet(key));
}
