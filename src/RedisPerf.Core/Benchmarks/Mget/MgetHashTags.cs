using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>MGET on keys with hash tags. The keys of a call have the same tag and with it the same hash slot, so a cluster executes the
/// call as one command on one shard.</summary>
public sealed class MgetHashTags(MgetPoint point) : MgetCase<RedisKey, RedisValue>(Info, point, point.Workload.TaggedKey)
{
    public static StrategyInfo Info { get; } = new(
        "mget-hash-tags", "MGET, hash tags", "One MGET for keys with the same hash tag, which a cluster stores on one shard.", typeof(MgetHashTags))
    {
        IsDefault = false,
        UseIt = MgetSnippets.MgetHashTags,
    };

    public override SharedData Shared => Workload.LoadedTaggedKeys;

    public override long MaxCommandWords => 1 + Keys;

    protected override int[][] Lists => Workload.TaggedLists(Keys);

    protected override (string Command, long Count)? Commands => ("mget", 1);

    protected override long WireBytes => RespLength.Of("MGET".Length, Keys, Workload.TaggedKeyBytes);

    protected override Task<RedisValue[]> CallAsync(IDatabase database, RedisKey[] names, CancellationToken ct) =>
        database.StringGetAsync(names);
}
