using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>What a run sends to the server, by the shape of the commands that carry its fields.</summary>
public static class InsertTraffic
{
    /// <summary>One HSET for each field, the documents as they are.</summary>
    public static Traffic OfHsets(InsertWorkload workload) => OfHsets(workload, _ => workload.Options.PayloadBytes);

    /// <summary>One HSET for each field.</summary>
    /// <param name="workload">Its fields are the ones written.</param>
    /// <param name="valueLength">The value's length in bytes as sent, by the field's number.</param>
    public static Traffic OfHsets(InsertWorkload workload, Func<int, long> valueLength) =>
        Traffic.Of(Enumerable.Range(0, workload.Items).Sum(index => OfHset(workload.Field(index), valueLength(index))), ("hset", workload.Items));

    /// <summary>One HSET for each field, <c>batchSize</c> of them in a transaction.</summary>
    public static Traffic OfTransactions(InsertWorkload workload) => OfHsets(workload).InTransactions(workload.Options.BatchSize);

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
        return Traffic.Of(bytes, commands.Select(command => (command, (long)workload.ChunkCount(fieldsPerCommand))));
    }

    /// <summary>Bytes of the HSET of one field.</summary>
    public static long OfHset(HashField field, long valueLength) =>
        RespLength.Command("HSET".Length, KeyLength(field), RespLength.Digits(field.Name), valueLength);

    private static int KeyLength(HashField field) => ((byte[]?)field.Key)!.Length;
}
