using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>SET with IFEQ: one command compares the value and writes the next one.</summary>
public sealed class SetIfeq(CompareAndSetWorkload workload, int writers) : CompetingWriters(Info, workload, writers)
{
    public static StrategyInfo Info { get; } = new(
        "set-ifeq", "SET IFEQ", "SET with IFEQ: one command compares the value and writes the next one.", typeof(SetIfeq))
    {
        Needs = [Capability.SetIfeq],
        UseIt = CompareAndSetSnippets.SetIfeq,
    };

    protected override Traffic Traffic => CompareAndSetTraffic.OfComparedSets(Workload, Attempts);

    protected override Task<bool> TryWriteAsync(IDatabase database, RedisKey key, RedisValue value, RedisValue next) =>
#pragma warning disable SER002 // The client can still change this condition.
        database.StringSetAsync(key, next, Expiration.Default, ValueCondition.Equal(value));
#pragma warning restore SER002
}
