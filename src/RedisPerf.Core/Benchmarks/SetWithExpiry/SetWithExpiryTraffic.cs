using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>The traffic of a run.</summary>
public static class SetWithExpiryTraffic
{
    /// <summary>One SETEX per key.</summary>
    public static Traffic OfSetexs(SetWithExpiryWorkload workload) =>
        Traffic.Of(workload.Pairs.Sum(pair => SetexLength(workload, pair)), ("setex", workload.Pairs.Count));

    /// <summary>One MSET per batch, and one EXPIRE per key. The client sends SET for a single value.</summary>
    public static Traffic OfMsetsAndExpires(SetWithExpiryWorkload workload, int batch) => PairTraffic.OfMsets(workload.Pairs, batch).And(Traffic.Of(
        workload.Pairs.Sum(pair => RespLength.Command("EXPIRE".Length, PairTraffic.LengthOf(pair.Key), SecondsLength(workload))),
        ("expire", workload.Pairs.Count)));

    /// <summary>One MSETEX per batch; the client sends SETEX for a single value.</summary>
    public static Traffic OfMsetexs(SetWithExpiryWorkload workload, int batch)
    {
        var chunks = workload.Pairs.Chunk(batch).ToArray();
        var single = chunks.Where(chunk => chunk.Length == 1).ToArray();
        return Traffic.Of(
            single.Sum(chunk => SetexLength(workload, chunk[0]))
            + chunks.Except(single).Sum(chunk => RespLength.ArrayHeader(4 + (2 * chunk.Length)) + RespLength.Bulk("MSETEX".Length)
                + RespLength.Bulk(RespLength.Digits(chunk.Length)) + chunk.Sum(PairTraffic.LengthOf)
                + RespLength.Bulk("EX".Length) + RespLength.Bulk(SecondsLength(workload))),
            ("msetex", chunks.Length - single.Length),
            ("setex", single.Length));
    }

    /// <summary>One call of a script per batch, with the expiry as the last argument.</summary>
    public static Traffic OfScripts(SetWithExpiryWorkload workload, int batch) => Traffic.Of(
        workload.Pairs.Chunk(batch).Sum(chunk => RespLength.ArrayHeader(4 + (2 * chunk.Length)) + RespLength.Bulk("EVALSHA".Length)
            + RespLength.Bulk(40) + RespLength.Bulk(RespLength.Digits(chunk.Length)) + chunk.Sum(PairTraffic.LengthOf)
            + RespLength.Bulk(SecondsLength(workload))),
        ("evalsha", (workload.Pairs.Count + batch - 1) / batch),
        ("set", workload.Pairs.Count));

    private static long SetexLength(SetWithExpiryWorkload workload, KeyValuePair<RedisKey, RedisValue> pair) =>
        RespLength.Command("SETEX".Length, PairTraffic.LengthOf(pair.Key), SecondsLength(workload), pair.Value.Length());

    private static int SecondsLength(SetWithExpiryWorkload workload) => RespLength.Digits((long)workload.Expiry.TotalSeconds);
}
