using System.Buffers.Binary;
using System.IO.Compression;
using System.Runtime.InteropServices;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as gzip (RFC 1952).</summary>
public sealed class GzipCodec(CompressionLevel level = CompressionLevel.Optimal) : BufferedCodec
{
    /// <summary>An empty gzip stream: header, an empty block, checksum and size. The framework's writer omits all of them.</summary>
    private static ReadOnlySpan<byte> Nothing => [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    public override string Name => "gzip";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        if (json.IsEmpty)
        {
            output.Write(Nothing);
            return;
        }

        using var gzip = new GZipStream(output, level, leaveOpen: true);
        gzip.Write(json.Span);
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        var start = output.Count;
        using (var gzip = new GZipStream(Reading(encoded), CompressionMode.Decompress))
        {
            int read;
            while ((read = Read(gzip, output.GetSpan(4096), encoded.Length)) > 0)
            {
                output.Advance(read);
            }
        }

        // The trailer ends with the size. The framework's reader detects neither a truncated stream nor data after its end.
        if (encoded.Length < Nothing.Length || BinaryPrimitives.ReadInt32LittleEndian(encoded.Span[^4..]) != output.Count - start)
        {
            throw new InvalidDataException($"These {encoded.Length} bytes are not one complete gzip stream: the size in the last four "
                + "bytes differs from the size of the content. The stream is truncated, or data follows it.");
        }
    }

    private static int Read(GZipStream gzip, Span<byte> to, int encodedLength)
    {
        try
        {
            return gzip.Read(to);
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            throw new InvalidDataException($"These {encodedLength} bytes are not a complete gzip stream: {e.Message}", e);
        }
    }

    private static MemoryStream Reading(ReadOnlyMemory<byte> bytes) =>
        MemoryMarshal.TryGetArray(bytes, out var segment) && segment.Array is { } array
            ? new MemoryStream(array, segment.Offset, segment.Count, writable: false)
            : new MemoryStream(bytes.ToArray(), writable: false);
}
