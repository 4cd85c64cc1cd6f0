namespace RedisPerf.Core.Codecs;

/// <summary>One codec inside another: <c>new ChainedCodec(inner: messagepack, outer: gzip)</c> compresses MessagePack.</summary>
public sealed class ChainedCodec(BufferedCodec inner, BufferedCodec outer) : BufferedCodec
{
    public override string Name { get; } = $"{outer.Name}-{inner.Name}";

    public override bool ParsesJson => inner.ParsesJson;

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        using var between = new ScratchBuffer(json.Length + 64);
        inner.Encode(json, between);
        outer.Encode(between.WrittenMemory, output);
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        using var between = new ScratchBuffer(encoded.Length * 3L + 64);
        outer.Decode(encoded, between);
        inner.Decode(between.WrittenMemory, output);
    }
}
