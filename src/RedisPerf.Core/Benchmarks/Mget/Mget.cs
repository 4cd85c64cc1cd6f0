using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>One command for all keys: one round trip, one parse, one reply. Other clients wait while the server runs it.</summary>
public sealed class Mget(MgetPoint point) : MgetCase<RedisKey, RedisValue>(Info, point, point.Workload.Key)
{
    public static StrategyInfo Info { get; } = new("mget", "MGET", "One MGET for all keys.", typeof(Mget))
    {
        Needs = [Capability.SeveralSlots],
        UseIt = MgetSnippets.Mget,
    };

    public override SharedData Shared => Workload.LoadedKeys;

    public override long MaxCommandWords => 1 + Keys;

    protected override (string Command, long Count)? Commands => ("mget", 1);

    protected override long WireBytes => RespLength.Of("MGET".Length, Keys, Workload.KeyBytes);

    protected override Task<RedisValue[]> CallAsync(IDatabase database, RedisKey[] names, CancellationToken ct) =>
        database.StringGetAsync(names);
}
