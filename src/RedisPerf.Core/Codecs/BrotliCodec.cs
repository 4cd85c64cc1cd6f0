using System.Buffers;
using System.IO.Compression;

namespace RedisPerf.Core.Codecs;

/// <summary>
/// The document as Brotli (RFC 7932): quality 1 for <see cref="CompressionLevel.Fastest"/> (as fast as gzip, and
/// smaller), 4 for <see cref="CompressionLevel.Optimal"/>, 11 for <see cref="CompressionLevel.SmallestSize"/> (about
/// 100 times as slow).
/// </summary>
public sealed class BrotliCodec(CompressionLevel level = CompressionLevel.Optimal) : BufferedCodec
{
    /// <summary>Binary logarithm of the window size: 4 MiB, the usual size of the format.</summary>
    private const int Window = 22;

    private readonly int _quality = level switch
    {
        CompressionLevel.NoCompression => 0,
        CompressionLevel.Fastest => 1,
        CompressionLevel.Optimal => 4,
        CompressionLevel.SmallestSize => 11,
        _ => throw new ArgumentOutOfRangeException(nameof(level), level, "The compression level must be NoCompression, Fastest, Optimal or SmallestSize."),
    };

    public override string Name => "brotli";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        var room = output.GetSpan(BrotliEncoder.GetMaxCompressedLength(json.Length));
        if (!BrotliEncoder.TryCompress(json.Span, room, out var written, _quality, Window))
        {
            throw new InvalidOperationException($"Brotli could not encode {json.Length} bytes within its own maximum compressed length.");
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
                OperationStatus.Done => "data follows the stream",
                OperationStatus.NeedMoreData => "the data ends early",
                _ => "the content is invalid",
            };
            throw new InvalidDataException($"These {encoded.Length} bytes are not one complete Brotli stream: {reason}.");
        }
    }
}
