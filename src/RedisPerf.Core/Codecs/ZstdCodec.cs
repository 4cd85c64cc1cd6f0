using ZstdSharp;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as Zstandard (RFC 8878).</summary>
public sealed class ZstdCodec : BufferedCodec
{
    public const int MinimumLevel = 1;

    /// <summary>The default of the tool <c>zstd</c>.</summary>
    public const int DefaultLevel = 3;

    /// <summary>The tool accepts higher levels only with an option, because of the memory that they need.</summary>
    public const int MaximumLevel = 19;

    // Each has native memory, up to megabytes. Its finalizer frees it after the thread has ended.
    [ThreadStatic]
    private static Compressor? CompressorOfThread;

    [ThreadStatic]
    private static Decompressor? DecompressorOfThread;

    private readonly int _level;

    /// <param name="level">1 (fastest) to 19 (smallest).</param>
    public ZstdCodec(int level = DefaultLevel) => _level = CheckLevel(level, MinimumLevel, MaximumLevel);

    public override string Name => "zstd";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        var compressor = CompressorOfThread ??= new();
        compressor.Level = _level;
        output.Advance(compressor.Wrap(json.Span, output.GetSpan(Compressor.GetCompressBound(json.Length))));
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        // The package decodes an empty input to an empty document.
        if (encoded.IsEmpty)
        {
            throw Invalid(encoded, "there is no frame");
        }

        try
        {
            var size = Decompressor.GetDecompressedSize(encoded.Span);
            var room = output.GetSpan((int)Math.Min(size, int.MaxValue));
            output.Advance((DecompressorOfThread ??= new()).Unwrap(encoded.Span, room));
        }
        catch (ZstdException e)
        {
            throw Invalid(encoded, e.Message.TrimEnd('.'), e);
        }
    }

    private static InvalidDataException Invalid(ReadOnlyMemory<byte> encoded, string reason, Exception? cause = null) =>
        new($"These {encoded.Length} bytes are not complete Zstandard data: {reason}.", cause);
}
