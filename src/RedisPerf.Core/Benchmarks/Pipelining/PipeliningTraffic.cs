using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The traffic of a run.</summary>
public static class PipeliningTraffic
{
    /// <summary>One SET per value.</summary>
    public static Traffic OfSets(PipeliningWorkload workload) => Traffic.Of(workload.Pairs.Sum(SetLength), ("set", workload.Pairs.Count));

    /// <summary>One MSET per batch of values; the client sends SET for a single value.</summary>
    public static Traffic OfMsets(PipeliningWorkload workload, int batch)
    {
        var chunks = workload.Pairs.Chunk(batch).ToArray();
        var single = chunks.Count(chunk => chunk.Length == 1);
        return Traffic.Of(
            chunks.Sum(chunk => chunk.Length == 1
                ? SetLength(chunk[0])
                : RespLength.ArrayHeader(1 + (2 * chunk.Length)) + RespLength.Bulk("MSET".Length) + chunk.Sum(PairLength)),
            ("mset", chunks.Length - single),
            ("set", single));
    }

    /// <summary>One INCR per increment.</summary>
    public static Traffic OfIncrements(PipeliningWorkload workload) =>
        Traffic.Of(workload.Increments * RespLength.Command("INCR".Length, ((byte[]?)workload.Counter)!.Length), ("incr", workload.Increments));

    private static long SetLength(KeyValuePair<RedisKey, RedisValue> pair) =>
        RespLength.ArrayHeader(3) + RespLength.Bulk("SET".Length) + PairLength(pair);

    private static long PairLength(KeyValuePair<RedisKey, RedisValue> pair) =>
        RespLength.Bulk(((byte[]?)pair.Key)!.Length) + RespLength.Bulk(((byte[]?)pair.Value)!.Length);
}
