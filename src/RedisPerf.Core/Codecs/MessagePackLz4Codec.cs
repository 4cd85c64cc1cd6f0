using System.Buffers;
using K4os.Compression.LZ4;
using MessagePack;
using MessagePack.Formatters;

namespace RedisPerf.Core.Codecs;

/// <summary>The document as <see cref="MessagePackCodec"/> writes it, compressed with the package's own
/// <see cref="MessagePackCompression.Lz4BlockArray"/>: an array of an extension with the decoded sizes, and the blocks. It has one block
/// here. A document below 64 bytes stays uncompressed.</summary>
/// <remarks>The blocks are decoded here, because the package allocates each size that the data states.</remarks>
public sealed class MessagePackLz4Codec : BufferedCodec
{
    /// <summary>The extension type of the package for the sizes of the blocks.</summary>
    private const sbyte SizesType = 98;

    private static readonly MessagePackSerializerOptions Compressed =
        MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);

    public override string Name => "messagepack-lz4";

    public override bool ParsesJson => true;

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        using var plain = new ScratchBuffer(json.Length + 64);
        MessagePackEncoder.Encode(json, plain);
        MessagePackSerializer.Serialize<Document>((IBufferWriter<byte>)output, new(plain.WrittenMemory), Compressed);
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        using var plain = new ScratchBuffer(encoded.Length * 3L + 64);
        MessagePackDecoder.Decode(TryDecompress(encoded, plain) ? plain.WrittenMemory : encoded, output);
    }

    /// <returns>False when the data has no extension with sizes: it is not compressed.</returns>
    private static bool TryDecompress(ReadOnlyMemory<byte> encoded, ScratchBuffer plain)
    {
        try
        {
            var blocks = new MessagePackReader(encoded);
            if (blocks.NextMessagePackType != MessagePackType.Array || blocks.ReadArrayHeader() is not (> 0 and var items)
                || blocks.NextMessagePackType != MessagePackType.Extension
                || blocks.ReadExtensionFormatHeader() is not { TypeCode: SizesType } header)
            {
                return false;
            }

            var sizes = new MessagePackReader(encoded.Slice((int)blocks.Consumed, (int)header.Length));
            blocks.ReadRaw(header.Length);
            for (var block = 1; block < items; block++)
            {
                Decompress(ref blocks, sizes.ReadInt32(), plain, encoded.Length);
            }

            return sizes.End && blocks.End ? true : throw Invalid(encoded.Length, "data follows the blocks");
        }
        catch (Exception e) when (e is EndOfStreamException or ArgumentOutOfRangeException)
        {
            throw Invalid(encoded.Length, "the data ends early", e);
        }
        catch (Exception e) when (e is MessagePackSerializationException or OverflowException)
        {
            throw Invalid(encoded.Length, "a value is invalid", e);
        }
    }

    private static void Decompress(ref MessagePackReader blocks, int size, ScratchBuffer plain, int encodedLength)
    {
        var block = blocks.ReadBytes();
        if (size < 0 || block is null || LZ4Codec.Decode(block.Value.FirstSpan, plain.GetSpan(size)[..size]) != size)
        {
            throw Invalid(encodedLength, "a block is invalid");
        }

        plain.Advance(size);
    }

    private static InvalidDataException Invalid(int encodedLength, string reason, Exception? cause = null) =>
        new($"These {encodedLength} bytes are not one JSON document in MessagePack with LZ4 blocks: {reason}.", cause);

    /// <summary>A document that is MessagePack already, as a value for the package.</summary>
    [MessagePackFormatter(typeof(Formatter))]
    private readonly record struct Document(ReadOnlyMemory<byte> MessagePack)
    {
        private sealed class Formatter : IMessagePackFormatter<Document>
        {
            // The package compresses each of its buffers separately: one of the document's size, and not several of 4 KB.
            public void Serialize(ref MessagePackWriter writer, Document value, MessagePackSerializerOptions options)
            {
                value.MessagePack.Span.CopyTo(writer.GetSpan(value.MessagePack.Length));
                writer.Advance(value.MessagePack.Length);
            }

            public Document Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();
        }
    }
}
