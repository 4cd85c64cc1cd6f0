namespace RedisPerf.Abstractions;

/// <summary>An operation of the benchmark <c>load</c>.</summary>
/// <param name="key">The key.</param>
/// <param name="value">The value to write; null to read.</param>
public sealed class LoadWork(byte[] key, byte[]? value)
{
    /// <summary>The key, of a string.</summary>
    public byte[] Key { get; } = key;

    /// <summary>The value to write; null to read.</summary>
    public byte[]? Value { get; } = value;

    /// <summary>The value that was read, which the strategy sets; null when the key does not exist.</summary>
    public byte[]? Read { get; set; }
}
