using System.Buffers;
using System.IO.Compression;

namespace RedisPerf.Core.Codecs;

/// <summary>
/// The document as Brotli (RFC 7932): quality 1 for <see cref="CompressionLevel.Fastest"/>, which is as fast as gzip's and
/// smaller, 4 for <see cref="CompressionLevel.Optimal"/>, 11 for <see cref="CompressionLevel.SmallestSize"/>, which takes
/// a hundred times as long.
/// </summary>
public sealed class BrotliCodec(CompressionLevel level = CompressionLevel.Optimal) : BufferedCodec
{
    /// <summary>Binary logarithm of the window: 4 MiB, the format's usual one.</summary>
    private const int Window = 22;

    private readonly int _quality = level switch
    {
        CompressionLevel.NoCompression => 0,
        CompressionLevel.Fastest => 1,
        CompressionLevel.Optimal => 4,
        CompressionLevel.SmallestSize => 11,
        _ => throw new ArgumentOutOfRangeException(nameof(level), level, "A compression level is NoCompression, Fastest, Optimal or SmallestSize."),
    };

    public override string Name => "brotli";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        var room = output.GetSpan(BrotliEncoder.GetMaxCompressedLength(json.Length));
        if (!BrotliEncoder.TryCompress(json.Span, room, out var written, _quality, Window))
        {
            throw new InvalidOperationException($"Brotli could not encode {json.Length} bytes within the room that it asks for.");
        }

        output.Advance(written);
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        using var decoder = new BrotliDecoder();
        var rest = encoded.Span;
        while (true)
        {
            var status = decoder.Decompress(rest, output.GetSpan(4096), out var consumed, out var written);
            rest = rest[consumed..];
            output.Advance(written);
            if (status == OperationStatus.DestinationTooSmall)
            {
                continue;
            }

            if (status == OperationStatus.Done && rest.IsEmpty)
            {
                return;
            }

            var reason = status switch
            {
                OperationStatus.Done => "something follows it",
                OperationStatus.NeedMoreData => "it was cut short",
                _ => "its content is damaged or is something else",
            };
            throw new InvalidDataException($"These {encoded.Length} bytes are not one whole Brotli stream: {reason}.");
        }
    }
}
