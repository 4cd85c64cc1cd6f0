using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>How many bytes a workload's fields take on the wire, by the shape of the command that carries them.</summary>
internal static class WireSize
{
    /// <summary>One HSET for each field.</summary>
    /// <param name="workload">Its fields are the ones written.</param>
    /// <param name="valueLength">The value's length in bytes as sent, by the field's number.</param>
    public static long OfHsets(InsertWorkload workload, Func<int, long> valueLength)
    {
        long total = 0;
        for (var index = 0; index < workload.Items; index++)
        {
            total += OfHset(workload.Field(index), valueLength(index));
        }

        return total;
    }

    /// <summary>One HSET of one field.</summary>
    /// <param name="field">Its payload is not looked at.</param>
    /// <param name="valueLength">The value's length in bytes as sent.</param>
    public static long OfHset(HashField field, long valueLength) =>
        RespLength.Command("HSET".Length, KeyLength(field), RespLength.Digits(field.Name), valueLength);

    /// <summary>One HSET for each field, <c>batchSize</c> of them between MULTI and EXEC.</summary>
    public static long OfTransactions(InsertWorkload workload)
    {
        var (items, size) = (workload.Items, workload.Options.BatchSize);
        var transactions = (items + size - 1) / size;
        return OfHsets(workload, index => workload.Options.PayloadBytes)
            + (transactions * (RespLength.Command("MULTI".Length) + RespLength.Command("EXEC".Length)));
    }

    /// <summary>Many fields in one command.</summary>
    /// <param name="workload">Its fields are the ones written.</param>
    /// <param name="fieldsPerCommand">At most so many in one, none across two hashes.</param>
    /// <param name="wordsBeforeKey">Lengths of the words before the key.</param>
    public static long OfManyFields(InsertWorkload workload, int fieldsPerCommand, params long[] wordsBeforeKey)
    {
        var before = wordsBeforeKey.Sum(RespLength.Bulk);
        return workload.FieldsOfOneKey(fieldsPerCommand).Sum(fields =>
            RespLength.ArrayHeader(wordsBeforeKey.Length + 1 + (2 * fields.Length))
            + before
            + RespLength.Bulk(KeyLength(fields[0]))
            + fields.Sum(field => RespLength.Bulk(RespLength.Digits(field.Name)) + RespLength.Bulk(field.Payload.Length)));
    }

    private static int KeyLength(HashField field) => ((byte[]?)field.Key)!.Length;
}
