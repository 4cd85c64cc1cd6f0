namespace RedisPerf.Abstractions;

/// <summary>The work of a run of the benchmark <c>hget-decode</c>.</summary>
/// <param name="fields">The fields to read, in the order of writing.</param>
/// <param name="add">Receives each decoded document with the 0-based number of its field.</param>
public sealed class HgetDecodeWork(IReadOnlyList<HgetDecodeField> fields, Action<int, byte[]?> add)
{
    /// <summary>The fields to read, in the order of writing.</summary>
    public IReadOnlyList<HgetDecodeField> Fields { get; } = fields;

    /// <summary>Delivers a document that was read and decoded. RedisPerf compares it with the one that it wrote. Several threads can call it at
    /// the same time.</summary>
    /// <param name="field">The 0-based number of the field.</param>
    /// <param name="document">The document; null when the field does not exist.</param>
    public void Add(int field, byte[]? document) => add(field, document);
}

/// <summary>A field of a hash to read.</summary>
/// <param name="Key">The key of the hash. The fields of a hash have the same array.</param>
/// <param name="Name">The name of the field.</param>
/// <param name="StoredBytes">The length of the stored value in bytes.</param>
public readonly record struct HgetDecodeField(byte[] Key, byte[] Name, int StoredBytes);
