using System.Buffers;

namespace RedisPerf.Abstractions;

/// <summary>A read or a change of the benchmark <c>cache</c>. A caller uses one object for all its calls.</summary>
/// <param name="keyPrefix">The prefix of every key.</param>
/// <param name="expiry">See <see cref="Expiry"/>.</param>
/// <param name="localExpiry">See <see cref="LocalExpiry"/>.</param>
/// <param name="load">Reads a key from the source.</param>
public sealed class CacheWork(string keyPrefix, TimeSpan expiry, TimeSpan localExpiry, Func<string, CancellationToken, Task<byte[]>> load)
{
    private ArrayBufferWriter<byte>? _buffer;

    /// <summary>The prefix of every key that the strategy writes. In Setup, <see cref="Key"/> is empty.</summary>
    public string KeyPrefix { get; } = keyPrefix;

    /// <summary>The time after which the server removes a value.</summary>
    public TimeSpan Expiry { get; } = expiry;

    /// <summary>The time after which an instance removes a value from its own memory.</summary>
    public TimeSpan LocalExpiry { get; } = localExpiry;

    /// <summary>The key, with the prefix.</summary>
    public string Key { get; set; } = "";

    /// <summary>The new value of a change, which replaces the previous one in the caches; null when it is only removed from them.</summary>
    public byte[]? NewValue { get; set; }

    /// <summary>The value that was read, which the strategy sets. It must not change before the next call with this object.</summary>
    public ReadOnlyMemory<byte> Read { get; set; }

    /// <summary>An empty buffer of the caller, for values that are read without an array for each. It may hold the value of
    /// <see cref="Read"/>.</summary>
    public ArrayBufferWriter<byte> ClearBuffer()
    {
        (_buffer ??= new()).ResetWrittenCount();
        return _buffer;
    }

    /// <summary>Reads <see cref="Key"/> from the source.</summary>
    /// <param name="ct">Cancels the read.</param>
    public Task<byte[]> LoadAsync(CancellationToken ct) => load(Key, ct);
}
