namespace RedisPerf.Core.Codecs;

/// <summary>A codec that writes into a pooled buffer. The only array that it allocates is the result, with its exact size; the inner codec
/// of a <see cref="ChainedCodec"/> allocates none. Data larger than <see cref="MaximumBytes"/>, in either direction, gives an
/// <see cref="InvalidDataException"/>.</summary>
public abstract class BufferedCodec : ICodec
{
    /// <summary>Four times the size of the largest payload.</summary>
    public const int MaximumBytes = 64 << 20;

    public abstract string Name { get; }

    /// <inheritdoc/>
    public virtual bool ParsesJson => false;

    /// <inheritdoc/>
    public byte[] Encode(ReadOnlyMemory<byte> json)
    {
        Check(json, MaximumBytes);
        using var output = new ScratchBuffer(json.Length + 64);
        Encode(json, output);
        return output.ToArray();
    }

    /// <inheritdoc/>
    public byte[] Decode(ReadOnlyMemory<byte> encoded)
    {
        Check(encoded, ScratchBuffer.MaximumBytes);
        using var output = new ScratchBuffer(encoded.Length * 3L + 64);
        Decode(encoded, output);
        return output.ToArray();
    }

    /// <summary>Appends the encoded document to <paramref name="output"/>.</summary>
    internal abstract void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output);

    /// <summary>Appends the decoded document to <paramref name="output"/>.</summary>
    internal abstract void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output);

    /// <returns>The level.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The codec does not have this level.</exception>
    private protected static int CheckLevel(int level, int minimum, int maximum)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(level, minimum);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(level, maximum);
        return level;
    }

    private static void Check(ReadOnlyMemory<byte> bytes, int max)
    {
        if (bytes.Length > max)
        {
            throw new InvalidDataException(FormattableString.Invariant($"A codec accepts at most {max:N0} bytes, not {bytes.Length:N0}."));
        }
    }
}
