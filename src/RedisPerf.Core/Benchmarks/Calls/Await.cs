using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>Awaits the asynchronous call: no thread is blocked.</summary>
public sealed class Await(CallsWorkload workload, CallsOptions options) : PoolCallers(Info, workload, options)
{
    public static StrategyInfo Info { get; } = new(
        "await", "await", "Awaits the asynchronous call: no thread is blocked.", typeof(Await))
    {
        UseIt = CallsSnippets.Await,
    };

    protected override Task<RedisValue> CallAsync(IDatabase database, RedisKey key) => database.StringGetAsync(key);
}
