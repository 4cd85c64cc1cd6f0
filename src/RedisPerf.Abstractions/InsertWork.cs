namespace RedisPerf.Abstractions;

/// <summary>The work of a run of the benchmark <c>insert</c>.</summary>
/// <param name="fields">The fields, in the order of writing: those of a hash follow each other.</param>
public sealed class InsertWork(IReadOnlyList<InsertField> fields)
{
    /// <summary>The fields, in the order of writing: those of a hash follow each other.</summary>
    public IReadOnlyList<InsertField> Fields { get; } = fields;

    /// <summary>Divides the fields into chunks of one hash each.</summary>
    /// <param name="count">Maximum number of fields in a chunk; at least 1.</param>
    public IEnumerable<InsertField[]> FieldsOfOneKey(int count)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        return Chunks(count);
    }

    private IEnumerable<InsertField[]> Chunks(int count)
    {
        var start = 0;
        for (var end = 1; end <= Fields.Count; end++)
        {
            if (end == Fields.Count || end - start == count || !ReferenceEquals(Fields[end].Key, Fields[start].Key))
            {
                var chunk = new InsertField[end - start];
                for (var at = start; at < end; at++)
                {
                    chunk[at - start] = Fields[at];
                }

                yield return chunk;
                start = end;
            }
        }
    }
}

/// <summary>A field of a hash to write.</summary>
/// <param name="Key">The key of the hash. The fields of a hash have the same array.</param>
/// <param name="Name">The name of the field.</param>
/// <param name="Value">The document. Several fields can have the same array, which must not be changed.</param>
public readonly record struct InsertField(byte[] Key, byte[] Name, byte[] Value)
{
    /// <summary>The bytes of the documents of some fields.</summary>
    /// <param name="fields">The fields.</param>
    public static long BytesOf(InsertField[] fields)
    {
        ArgumentNullException.ThrowIfNull(fields);
        var bytes = 0L;
        foreach (var field in fields)
        {
            bytes += field.Value.Length;
        }

        return bytes;
    }
}
