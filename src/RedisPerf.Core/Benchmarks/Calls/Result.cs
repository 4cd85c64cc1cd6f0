using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>Blocks a thread of the pool on the Result of the asynchronous call.</summary>
public sealed class Result(CallsWorkload workload, CallsOptions options) : PoolCallers(Info, workload, options)
{
    public static StrategyInfo Info { get; } = new(
        "result", "Result of async", "Blocks a thread of the pool on the Result of the asynchronous call.", typeof(Result))
    {
        UseIt = CallsSnippets.Result,
    };

#pragma warning disable SER307 // The strategy measures what the warning is about.
    protected override Task<RedisValue> CallAsync(IDatabase database, RedisKey key) => Task.FromResult(database.StringGetAsync(key).Result);
#pragma warning restore SER307
}
