using System.Buffers.Binary;
using System.IO.Compression;
using System.IO.Hashing;
using RedisPerf.Core.Model;
using ZstdSharp;

namespace RedisPerf.Core.Payloads;

/// <summary>A compression that an input can have.</summary>
public enum Compression
{
    Gzip,
    Zstd,
}

/// <summary>Decompresses an input of a user, with a bound for the result.</summary>
public static class Decompression
{
    private const int GzipTrailerBytes = 8;

    /// <summary>The compression of an input, by its first bytes; null for none.</summary>
    public static Compression? Find(ReadOnlySpan<byte> content) => content switch
    {
        [0x1F, 0x8B, ..] => Compression.Gzip,
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Compression.Zstd,
        // The parallel zstd begins its output with a frame to skip.
        [>= 0x50 and <= 0x5F, 0x2A, 0x4D, 0x18, ..] => Compression.Zstd,
        _ => null,
    };

    /// <summary>Decompresses an input.</summary>
    /// <param name="maximum">Maximum size of the result in bytes.</param>
    /// <exception cref="PayloadException">The input is damaged or incomplete, or the result is too large.</exception>
    public static async Task<ReadOnlyMemory<byte>> ReadAsync(ReadOnlyMemory<byte> content, Compression compression, int maximum, CancellationToken ct)
    {
        try
        {
            using var input = InputBytes.Open(content);
            await using Stream stream =
                compression == Compression.Gzip ? new GZipStream(input, CompressionMode.Decompress) : new DecompressionStream(input);
            var result = await InputBytes.ReadAsync(stream, maximum, ct);
            return compression != Compression.Gzip || IsComplete(content.Span, result.Span) ? result : throw Damaged(compression);
        }
        catch (Exception exception) when (exception is InvalidDataException or ZstdException or EndOfStreamException)
        {
            throw Damaged(compression, exception);
        }
    }

    // The stream accepts an input that ends early, and ignores bytes after its end. The trailer has the checksum and the size of the last part.
    private static bool IsComplete(ReadOnlySpan<byte> compressed, ReadOnlySpan<byte> result)
    {
        if (compressed.Length < GzipTrailerBytes)
        {
            return false;
        }

        var trailer = compressed[^GzipTrailerBytes..];
        var size = BinaryPrimitives.ReadUInt32LittleEndian(trailer[sizeof(uint)..]);
        return size <= result.Length && Crc32.HashToUInt32(result[^(int)size..]) == BinaryPrimitives.ReadUInt32LittleEndian(trailer);
    }

    private static PayloadException Damaged(Compression compression, Exception? inner = null) =>
        new(Reason.Of(ReasonCode.InputDamaged, ("compression", compression.ToWord())), inner);
}
