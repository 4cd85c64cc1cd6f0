using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>GET, then SET without a comparison. It overwrites the updates of other writers: with several of them its runs fail with the number
/// of lost updates.</summary>
public sealed class Naive(CompareAndSetWorkload workload, int writers) : CompetingWriters(Info, workload, writers)
{
    public static StrategyInfo Info { get; } = new("naive", "GET and SET, not safe",
        "GET, then SET without a comparison. Not safe: it loses the updates of other writers, and its runs then fail.", typeof(Naive))
    {
        IsDefault = false,
        UseIt = CompareAndSetSnippets.Naive,
    };

    protected override Traffic Traffic => CompareAndSetTraffic.OfSets(Workload, Attempts);

    protected override Task<bool> TryWriteAsync(IDatabase database, RedisKey key, RedisValue value, RedisValue next) =>
        database.StringSetAsync(key, next);
}
