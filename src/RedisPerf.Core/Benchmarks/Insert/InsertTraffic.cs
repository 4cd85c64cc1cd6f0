using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The traffic of a run, by the commands that carry its fields.</summary>
public static class InsertTraffic
{
    /// <summary>One HSET per field, with the documents as text.</summary>
    public static Traffic OfHsets(InsertWorkload workload) => OfHsets(workload, index => workload.Field(index).Payload.Length);

    /// <summary>One HSET per field.</summary>
    /// <param name="workload">Contains the fields.</param>
    /// <param name="valueLength">Returns the length of the sent value in bytes, for a field's number.</param>
    public static Traffic OfHsets(InsertWorkload workload, Func<int, long> valueLength) =>
        Traffic.Of(Enumerable.Range(0, workload.Items).Sum(index => OfHset(workload.Field(index), valueLength(index))), ("hset", workload.Items));

    /// <summary>One HSET per field, <c>batchSize</c> of them in a transaction.</summary>
    public static Traffic OfTransactions(InsertWorkload workload) => OfHsets(workload).InTransactions(workload.Options.BatchSize);

    /// <summary>Many fields in one command.</summary>
    /// <param name="workload">Contains the fields.</param>
    /// <param name="fieldsPerCommand">Maximum number of fields in a command. A command has fields of one hash only.</param>
    /// <param name="wordsBeforeKey">Lengths of the arguments before the key.</param>
    /// <param name="commands">The names under which the server counts each command.</param>
    public static Traffic OfManyFields(InsertWorkload workload, int fieldsPerCommand, long[] wordsBeforeKey, params string[] commands) =>
        OfManyFields(workload, fieldsPerCommand, wordsBeforeKey, _ => [], commands);

    /// <inheritdoc cref="OfManyFields(InsertWorkload, int, long[], string[])"/>
    /// <param name="wordsAfterKey">Lengths of the arguments between the key and the first field, for a number of fields.</param>
    public static Traffic OfManyFields(
        InsertWorkload workload, int fieldsPerCommand, long[] wordsBeforeKey, Func<int, long[]> wordsAfterKey, params string[] commands)
    {
        var before = wordsBeforeKey.Sum(RespLength.Bulk);
        var bytes = workload.FieldsOfOneKey(fieldsPerCommand).Sum(fields =>
            RespLength.ArrayHeader(wordsBeforeKey.Length + 1 + wordsAfterKey(fields.Length).Length + (2 * fields.Length))
            + before
            + wordsAfterKey(fields.Length).Sum(RespLength.Bulk)
            + RespLength.Bulk(KeyLength(fields[0]))
            + fields.Sum(field => RespLength.Bulk(RespLength.Digits(field.Name)) + RespLength.Bulk(field.Payload.Length)));
        return Traffic.Of(bytes, commands.Select(command => (command, (long)workload.ChunkCount(fieldsPerCommand))));
    }

    /// <summary>One HIMPORT SET per hash, with the number of its fields as the name of the list of their names.</summary>
    public static Traffic OfImports(InsertWorkload workload)
    {
        var bytes = workload.FieldsOfOneKey(workload.Items).Sum(fields => RespLength.Command(
        [
            "HIMPORT".Length, "SET".Length, KeyLength(fields[0]), RespLength.Digits(fields.Length),
            .. fields.Select(field => field.Payload.Length),
        ]));
        return Traffic.Of(bytes, ("himport|set", workload.Keys.Count));
    }

    /// <summary>Bytes of the HSET for one field.</summary>
    public static long OfHset(HashField field, long valueLength) =>
        RespLength.Command("HSET".Length, KeyLength(field), RespLength.Digits(field.Name), valueLength);

    private static int KeyLength(HashField field) => ((byte[]?)field.Key)!.Length;
}
