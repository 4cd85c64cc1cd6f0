using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The same values as fields of one hash: the names are shorter, and the server looks up one key.</summary>
public sealed class Hmget(MgetPoint point) : MgetCase<RedisValue, RedisValue>(Info, point, MgetWorkload.Field)
{
    public static StrategyInfo Info { get; } = new("hmget", "HMGET", "The same values in one hash; one HMGET for all fields.", typeof(Hmget))
    {
        UseIt = MgetSnippets.Hmget,
    };

    public override SharedData Shared => Workload.LoadedHash;

    public override long MaxCommandWords => 2 + Keys;

    protected override (string Command, long Count)? Commands => ("hmget", 1);

    protected override long WireBytes =>
        RespLength.Of("HMGET".Length, 1 + Keys, MgetWorkload.NumberBytes) - RespLength.Bulk(MgetWorkload.NumberBytes)
        + RespLength.Bulk(Workload.HashKeyBytes);

    protected override Task<RedisValue[]> CallAsync(IDatabase database, RedisValue[] names, CancellationToken ct) =>
        database.HashGetAsync(Workload.Hash, names);
}
