using System.Buffers;
using System.IO.Compression;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as Brotli (RFC 7932).</summary>
public sealed class BrotliCodec : BufferedCodec
{
    public const int MinimumLevel = 0;

    /// <summary>As fast as gzip at its fastest level, and smaller.</summary>
    public const int DefaultLevel = 1;

    public const int MaximumLevel = 11;

    /// <summary>Binary logarithm of the window size: 4 MiB, the usual size of the format.</summary>
    private const int Window = 22;

    private readonly int _level;

    /// <param name="level">The quality: 0 (fastest) to 11, which takes about 200 times as long as 1.</param>
    public BrotliCodec(int level = DefaultLevel) => _level = CheckLevel(level, MinimumLevel, MaximumLevel);

    public override string Name => "brotli";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        var room = output.GetSpan(BrotliEncoder.GetMaxCompressedLength(json.Length));
        if (!BrotliEncoder.TryCompress(json.Span, room, out var written, _level, Window))
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
