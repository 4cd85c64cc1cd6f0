namespace RedisPerf.Core.Codecs;

/// <summary>
/// A codec that writes into a recycled buffer. The one array made is the result, of its own size; inside a
/// <see cref="ChainedCodec"/> the inner result is never an array at all. What is
/// larger than <see cref="MaximumBytes"/>, on either side, is an <see cref="InvalidDataException"/>.
/// </summary>
public abstract class BufferedCodec : ICodec
{
    /// <summary>Four of the largest payloads.</summary>
    public const int MaximumBytes = 64 << 20;

    public abstract string Name { get; }

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

    /// <summary>Appends the document to <paramref name="output"/>.</summary>
    internal abstract void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output);

    private static void Check(ReadOnlyMemory<byte> bytes, int most)
    {
        if (bytes.Length > most)
        {
            throw new InvalidDataException(FormattableString.Invariant($"A codec takes up to {most:N0} bytes at once, and these are {bytes.Length:N0}."));
        }
    }
}
