using System.Runtime.InteropServices;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as it is. Where the memory given is a whole array, that array itself comes back, not a copy.</summary>
public sealed class TextCodec : ICodec
{
    public string Name => "text";

    public byte[] Encode(ReadOnlyMemory<byte> json) => Whole(json);

    public byte[] Decode(ReadOnlyMemory<byte> encoded) => Whole(encoded);

    private static byte[] Whole(ReadOnlyMemory<byte> bytes) =>
        MemoryMarshal.TryGetArray(bytes, out var segment) && segment.Array is { } array && array.Length == bytes.Length
            ? array
            : bytes.ToArray();
}
