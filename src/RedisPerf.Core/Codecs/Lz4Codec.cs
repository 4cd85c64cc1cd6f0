using System.Buffers;
using System.Numerics;
using K4os.Compression.LZ4;
using K4os.Compression.LZ4.Streams;
using K4os.Compression.LZ4.Streams.Frames;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as one LZ4 frame, the format of the tool <c>lz4</c>. Its blocks are independent: with references between blocks,
/// encoding takes twice the time.</summary>
public sealed class Lz4Codec : BufferedCodec
{
    public const int MinimumLevel = 1;
    public const int MaximumLevel = 12;

    /// <summary>The first level with a search for longer matches.</summary>
    private const int FirstSearchLevel = 3;

    private const int MinBlock = 64 << 10;
    private const int MaxBlock = 4 << 20;

    /// <summary>Maximum size of the frame's header and end mark.</summary>
    private const int FrameBytes = 23;

    /// <summary>The flags of a frame follow its magic number.</summary>
    private const int FlagsAt = 4;

    /// <summary>The flag of a frame that has the identifier of a dictionary.</summary>
    private const byte NeedsDictionary = 1;

    /// <summary>A frame without blocks: header and end mark. The package writes neither for an empty document.</summary>
    private static ReadOnlySpan<byte> Nothing => [0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0x82, 0, 0, 0, 0];

    private readonly LZ4Level _level;

    /// <param name="level">1 (fastest) to 12 (smallest), as in the tool. 1 and 2 are the same here.</param>
    public Lz4Codec(int level = MinimumLevel) => _level = LevelOf(CheckLevel(level, MinimumLevel, MaximumLevel));

    public override string Name => "lz4";

    /// <summary>The package's name of a level.</summary>
    internal static LZ4Level LevelOf(int level) => level < FirstSearchLevel ? LZ4Level.L00_FAST : (LZ4Level)level;

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        if (json.IsEmpty)
        {
            output.Write(Nothing);
            return;
        }

        // The package allocates a block of native memory for each frame, so a small document has a small block.
        var block = (int)Math.Clamp(BitOperations.RoundUpToPowerOf2((uint)json.Length), MinBlock, MaxBlock);
        var settings = new LZ4EncoderSettings { CompressionLevel = _level, BlockSize = block, ChainBlocks = false };
        var blockHeaders = sizeof(int) * ((json.Length / block) + 1);
        var room = output.GetSpan(FrameBytes + blockHeaders + LZ4Codec.MaximumOutputSize(json.Length));
        output.Advance(LZ4Frame.Encode(new ReadOnlySequence<byte>(json), room, settings));
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        // The package decodes an empty input to an empty document.
        if (encoded.IsEmpty)
        {
            throw Invalid(0, "there is no frame");
        }

        // The package has no dictionaries.
        if (encoded.Length > FlagsAt && encoded.Span.StartsWith(Nothing[..FlagsAt]) && (encoded.Span[FlagsAt] & NeedsDictionary) != 0)
        {
            throw Invalid(encoded.Length, "the frame needs a dictionary");
        }

        using var frame = LZ4Frame.Decode(encoded);
        int room, read;
        do
        {
            var span = output.GetSpan(4096);
            room = span.Length;
            read = Read(frame, span, encoded.Length);
            output.Advance(read);
        }
        while (read == room);

        if (frame.StreamState != encoded.Length)
        {
            throw Invalid(encoded.Length, "data follows the frame");
        }
    }

    // What the package throws for invalid data: EndOfStreamException where it ends early, InvalidDataException for the frame
    // and its checksums, ArgumentOutOfRangeException for the length of a block, and InvalidOperationException for its content.
    private static int Read(ByteMemoryLZ4FrameReader frame, Span<byte> to, int encodedLength)
    {
        try
        {
            return frame.ReadManyBytes(to);
        }
        catch (Exception e) when (e is EndOfStreamException or InvalidDataException or ArgumentOutOfRangeException or InvalidOperationException)
        {
            throw Invalid(encodedLength, e.Message.TrimEnd('.'), e);
        }
    }

    private static InvalidDataException Invalid(int encodedLength, string reason, Exception? cause = null) =>
        new($"These {encodedLength} bytes are not one complete LZ4 frame: {reason}.", cause);
}
