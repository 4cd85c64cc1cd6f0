using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The traffic of a run.</summary>
public static class PipeliningTraffic
{
    /// <summary>One SET per value.</summary>
    public static Traffic OfSets(PipeliningWorkload workload) => Traffic.Of(workload.Pairs.Sum(SetLength), ("set", workload.Pairs.Count));

    /// <inheritdoc cref="PairTraffic.OfMsets"/>
    public static Traffic OfMsets(PipeliningWorkload workload, int batch) => PairTraffic.OfMsets(workload.Pairs, batch);

    /// <summary>One INCR per increment.</summary>
    public static Traffic OfIncrements(PipeliningWorkload workload) =>
        Traffic.Of(workload.Increments * RespLength.Command("INCR".Length, PairTraffic.LengthOf(workload.Counter)), ("incr", workload.Increments));

    private static long SetLength(KeyValuePair<RedisKey, RedisValue> pair) =>
        RespLength.ArrayHeader(3) + RespLength.Bulk("SET".Length) + PairTraffic.LengthOf(pair);
}
