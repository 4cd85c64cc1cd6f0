using System.Buffers.Binary;
using System.IO.Compression;
using System.Runtime.InteropServices;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as gzip (RFC 1952).</summary>
public sealed class GzipCodec(CompressionLevel level = CompressionLevel.Optimal) : BufferedCodec
{
    /// <summary>The header and the trailer, and one empty block between them.</summary>
    private const int SmallestStream = 20;

    public override string Name => "gzip";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        using var gzip = new GZipStream(output, level, leaveOpen: true);
        gzip.Write(json.Span);

        // The framework writes nothing at all for nothing.
        if (json.IsEmpty)
        {
            gzip.Flush();
        }
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        var start = output.Count;
        try
        {
            using var gzip = new GZipStream(Reading(encoded), CompressionMode.Decompress);
            int read;
            while ((read = gzip.Read(output.GetSpan(4096))) > 0)
            {
                output.Advance(read);
            }
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            throw new InvalidDataException($"These {encoded.Length} bytes are not a whole gzip stream: {e.Message}", e);
        }

        // The trailer ends with the size. The framework's reader does not miss it where a stream is cut, nor mind what follows.
        if (encoded.Length < SmallestStream || BinaryPrimitives.ReadInt32LittleEndian(encoded.Span[^4..]) != output.Count - start)
        {
            throw new InvalidDataException($"These {encoded.Length} bytes are not one whole gzip stream: the size in its last four bytes is not that of its content. It was cut short, or something follows it.");
        }
    }

    private static MemoryStream Reading(ReadOnlyMemory<byte> bytes) =>
        MemoryMarshal.TryGetArray(bytes, out var segment) && segment.Array is { } array
            ? new MemoryStream(array, segment.Offset, segment.Count, writable: false)
            : new MemoryStream(bytes.ToArray(), writable: false);
}
