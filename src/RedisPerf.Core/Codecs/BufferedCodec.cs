namespace RedisPerf.Core.Codecs;

/// <summary>
/// A codec that writes into a recycled buffer. The one array made is the result, of its own size; inside a
/// <see cref="ChainedCodec"/> the inner result is never an array at all.
/// </summary>
public abstract class BufferedCodec : ICodec
{
    public abstract string Name { get; }

    /// <inheritdoc/>
    public byte[] Encode(ReadOnlyMemory<byte> json)
    {
        using var output = new ScratchBuffer(json.Length + 64);
        Encode(json, output);
        return output.ToArray();
    }

    /// <inheritdoc/>
    public byte[] Decode(ReadOnlyMemory<byte> encoded)
    {
        using var output = new ScratchBuffer(encoded.Length * 3L + 64);
        Decode(encoded, output);
        return output.ToArray();
    }

    /// <summary>Appends the encoded document to <paramref name="output"/>.</summary>
    internal abstract void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output);

    /// <summary>Appends the document to <paramref name="output"/>.</summary>
    internal abstract void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output);
}
