using System.Buffers.Binary;
using System.IO.Compression;
using System.Runtime.InteropServices;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as gzip (RFC 1952).</summary>
public sealed class GzipCodec(CompressionLevel level = CompressionLevel.Optimal) : BufferedCodec
{
    /// <summary>Nothing, as gzip: header, an empty block, checksum and size. The framework's writer leaves even these out.</summary>
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

        // The trailer ends with the size. The framework's reader does not miss it where a stream is cut, nor mind what follows.
        if (encoded.Length < Nothing.Length || BinaryPrimitives.ReadInt32LittleEndian(encoded.Span[^4..]) != output.Count - start)
        {
            throw new InvalidDataException($"These {encoded.Length} bytes are not one whole gzip stream: the size in its last four bytes is not that of its content. It was cut short, or something follows it.");
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
            throw new InvalidDataException($"These {encodedLength} bytes are not a whole gzip stream: {e.Message}", e);
        }
    }

    private static MemoryStream Reading(ReadOnlyMemory<byte> bytes) =>
        MemoryMarshal.TryGetArray(bytes, out var segment) && segment.Array is { } array
            ? new MemoryStream(array, segment.Offset, segment.Count, writable: false)
            : new MemoryStream(bytes.ToArray(), writable: false);
}
