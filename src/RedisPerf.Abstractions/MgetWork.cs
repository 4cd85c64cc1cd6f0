namespace RedisPerf.Abstractions;

/// <summary>A call of the benchmark <c>mget</c>.</summary>
/// <param name="keys">The keys to read. A key can occur twice.</param>
public sealed class MgetWork(IReadOnlyList<byte[]> keys)
{
    /// <summary>The keys to read. A key can occur twice. A run repeats the call when it makes more calls than there are lists of keys.</summary>
    public IReadOnlyList<byte[]> Keys { get; } = keys;

    /// <summary>The values in the order of the keys, which the strategy sets in each call; null for a missing key.</summary>
    public byte[]?[] Values { get; set; } = [];
}
