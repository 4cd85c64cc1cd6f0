using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>What a run sends to the server, by the shape of the commands that carry its fields.</summary>
/// <param name="Bytes">Of all commands on the wire.</param>
/// <param name="Commands">Calls by command in lower case, those inside a script included.</param>
public sealed record Traffic(long Bytes, IReadOnlyDictionary<string, long> Commands)
{
    /// <summary>One HSET for each field, the documents as they are.</summary>
    public static Traffic OfHsets(InsertWorkload workload) => OfHsets(workload, _ => workload.Options.PayloadBytes);

    /// <summary>One HSET for each field.</summary>
    /// <param name="workload">Its fields are the ones written.</param>
    /// <param name="valueLength">The value's length in bytes as sent, by the field's number.</param>
    public static Traffic OfHsets(InsertWorkload workload, Func<int, long> valueLength) =>
        new(Enumerable.Range(0, workload.Items).Sum(index => OfHset(workload.Field(index), valueLength(index))), Calls(("hset", workload.Items)));

    // After each EXEC the client no longer knows which database the connection is in, and selects it before the next command.
    private static readonly long AroundTransaction = RespLength.Command("SELECT".Length, 1) + RespLength.Command("MULTI".Length) + RespLength.Command("EXEC".Length);

    /// <summary>One HSET for each field, <c>batchSize</c> of them between MULTI and EXEC, and the SELECT that the client sends before them.</summary>
    public static Traffic OfTransactions(InsertWorkload workload)
    {
        var (items, size) = (workload.Items, workload.Options.BatchSize);
        var transactions = (items + size - 1) / size;
        return new(
            OfHsets(workload).Bytes + (transactions * AroundTransaction),
            Calls(("hset", items), ("select", transactions), ("multi", transactions), ("exec", transactions)));
    }

    /// <summary>Many fields in one command.</summary>
    /// <param name="workload">Its fields are the ones written.</param>
    /// <param name="fieldsPerCommand">At most so many in one, none across two hashes.</param>
    /// <param name="wordsBeforeKey">Lengths of the words before the key.</param>
    /// <param name="commands">What the server counts once for each.</param>
    public static Traffic OfManyFields(InsertWorkload workload, int fieldsPerCommand, long[] wordsBeforeKey, params string[] commands)
    {
        var before = wordsBeforeKey.Sum(RespLength.Bulk);
        var bytes = workload.FieldsOfOneKey(fieldsPerCommand).Sum(fields =>
            RespLength.ArrayHeader(wordsBeforeKey.Length + 1 + (2 * fields.Length))
            + before
            + RespLength.Bulk(KeyLength(fields[0]))
            + fields.Sum(field => RespLength.Bulk(RespLength.Digits(field.Name)) + RespLength.Bulk(field.Payload.Length)));
        return new(bytes, Calls([.. commands.Select(command => (command, (long)workload.ChunkCount(fieldsPerCommand)))]));
    }

    /// <summary>Bytes of the HSET of one field.</summary>
    internal static long OfHset(HashField field, long valueLength) =>
        RespLength.Command("HSET".Length, KeyLength(field), RespLength.Digits(field.Name), valueLength);

    /// <summary>For what no shape above is.</summary>
    internal static Dictionary<string, long> Calls(params (string Command, long Count)[] calls) => calls.ToDictionary(call => call.Command, call => call.Count);

    private static int KeyLength(HashField field) => ((byte[]?)field.Key)!.Length;
}
