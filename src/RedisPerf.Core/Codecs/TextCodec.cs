using System.Runtime.InteropServices;

namespace RedisPerf.Core.Codecs;

/// <summary>The document unchanged. When the memory covers a whole array, that array is returned, not a copy.</summary>
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
