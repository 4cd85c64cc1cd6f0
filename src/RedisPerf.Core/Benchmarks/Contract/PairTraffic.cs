using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The traffic of keys with their values.</summary>
internal static class PairTraffic
{
    /// <summary>One MSET per batch; the client sends SET for a single value.</summary>
    public static Traffic OfMsets(IEnumerable<KeyValuePair<RedisKey, RedisValue>> pairs, int batch)
    {
        var chunks = pairs.Chunk(batch).ToArray();
        var single = chunks.Count(chunk => chunk.Length == 1);
        return Traffic.Of(
            chunks.Sum(chunk => RespLength.ArrayHeader(1 + (2 * chunk.Length))
                + RespLength.Bulk(chunk.Length == 1 ? "SET".Length : "MSET".Length) + chunk.Sum(LengthOf)),
            ("mset", chunks.Length - single),
            ("set", single));
    }

    /// <summary>Bytes of a key and its value as two words of a command.</summary>
    public static long LengthOf(KeyValuePair<RedisKey, RedisValue> pair) =>
        RespLength.Bulk(LengthOf(pair.Key)) + RespLength.Bulk(pair.Value.Length());

    /// <summary>Bytes of a key.</summary>
    public static int LengthOf(RedisKey key) => ((byte[]?)key)!.Length;
}
