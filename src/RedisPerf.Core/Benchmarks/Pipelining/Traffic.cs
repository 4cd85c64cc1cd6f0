using RedisPerf.Core.Measuring;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>What a run sends to the server.</summary>
/// <param name="Bytes">Of all commands on the wire.</param>
/// <param name="Commands">Calls by command in lower case.</param>
public sealed record Traffic(long Bytes, IReadOnlyDictionary<string, long> Commands)
{
    // After each EXEC the client no longer knows which database the connection is in, and selects it before the next command.
    private static readonly long AroundTransaction = RespLength.Command("SELECT".Length, 1) + RespLength.Command("MULTI".Length) + RespLength.Command("EXEC".Length);

    /// <summary>One SET for each value.</summary>
    public static Traffic OfSets(PipeliningWorkload workload) => new(workload.Pairs.Sum(SetLength), Calls(("set", workload.Pairs.Count)));

    /// <summary>One MSET for so many values; the client sends a SET for a single one.</summary>
    public static Traffic OfMsets(PipeliningWorkload workload, int batch)
    {
        var chunks = workload.Pairs.Chunk(batch).ToArray();
        var single = chunks.Count(chunk => chunk.Length == 1);
        return new(
            chunks.Sum(chunk => chunk.Length == 1 ? SetLength(chunk[0]) : RespLength.ArrayHeader(1 + (2 * chunk.Length)) + RespLength.Bulk("MSET".Length) + chunk.Sum(PairLength)),
            Calls(("mset", chunks.Length - single), ("set", single)));
    }

    /// <summary>One INCR for each increment.</summary>
    public static Traffic OfIncrements(PipeliningWorkload workload) =>
        new(workload.Increments * RespLength.Command("INCR".Length, ((byte[]?)workload.Counter)!.Length), Calls(("incr", workload.Increments)));

    /// <summary>The same commands with MULTI and EXEC around each batch, and the SELECT that the client sends before it.</summary>
    public Traffic InTransactions(int batch)
    {
        var transactions = (Commands.Values.Sum() + batch - 1) / batch;
        return new(Bytes + (transactions * AroundTransaction), Calls([.. Commands.Select(call => (call.Key, call.Value)), ("select", transactions), ("multi", transactions), ("exec", transactions)]));
    }

    private static long SetLength(KeyValuePair<RedisKey, RedisValue> pair) =>
        RespLength.ArrayHeader(3) + RespLength.Bulk("SET".Length) + PairLength(pair);

    private static long PairLength(KeyValuePair<RedisKey, RedisValue> pair) =>
        RespLength.Bulk(((byte[]?)pair.Key)!.Length) + RespLength.Bulk(((byte[]?)pair.Value)!.Length);

    private static Dictionary<string, long> Calls(params (string Command, long Count)[] calls) =>
        calls.Where(call => call.Count > 0).ToDictionary(call => call.Command, call => call.Count);
}
