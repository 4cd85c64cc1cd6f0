using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>MGET on a cluster with keys in all hash slots: one MGET for each hash slot, pipelined. A shard refuses a command with keys of
/// several slots, even when it stores all of them. Without a cluster it is the same as MGET.</summary>
public sealed class MgetPerSlot(MgetPoint point) : MgetCase<RedisKey, RedisValue>(Info, point, point.Workload.Key)
{
    private bool _isCluster;

    public static StrategyInfo Info { get; } = new("mget-per-slot", "MGET per hash slot",
        "The keys are grouped by hash slot; one MGET for each slot of a cluster, pipelined.", typeof(MgetPerSlot))
    {
        IsDefault = false,
        UseIt = MgetSnippets.MgetPerSlot,
    };

    public override SharedData Shared => Workload.LoadedKeys;

    public override long MaxCommandWords => 1 + Keys;

    protected override (string Command, long Count)? Commands => ("mget", 1);

    protected override long WireBytes => RespLength.Of("MGET".Length, Keys, Workload.KeyBytes);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _isCluster = context.Server.IsCluster;
        return base.SetupAsync(context, ct);
    }

    protected override (long Bytes, long Commands) TrafficOf(RedisKey[] names)
    {
        if (!_isCluster)
        {
            return base.TrafficOf(names);
        }

        var slots = names.GroupBy(name => HashSlot.Of((byte[])name!)).Select(slot => slot.Count()).ToArray();
        return (slots.Sum(count => RespLength.Of("MGET".Length, count, Workload.KeyBytes)), slots.Length);
    }

    protected override async Task<RedisValue[]> CallAsync(IDatabase database, RedisKey[] names, CancellationToken ct)
    {
        var values = new RedisValue[names.Length];
        var slots = names.Index().GroupBy(name => database.Multiplexer.HashSlot(name.Item));
        await Task.WhenAll(slots.Select(async slot =>
        {
            var items = slot.ToArray();
            var found = await database.StringGetAsync(Array.ConvertAll(items, item => item.Item));
            for (var at = 0; at < items.Length; at++)
            {
                values[items[at].Index] = found[at];
            }
        }));
        return values;
    }
}
