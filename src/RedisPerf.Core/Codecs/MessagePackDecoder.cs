using System.Buffers;
using System.Text.Json;
using System.Text.Unicode;
using MessagePack;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Codecs;

/// <summary>Writes one JSON document from its MessagePack form. <see cref="MessagePackCodec"/> describes the format.</summary>
internal static class MessagePackDecoder
{
    /// <exception cref="InvalidDataException">The data is not exactly one JSON document in MessagePack.</exception>
    public static void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        using var json = new Utf8JsonWriter((IBufferWriter<byte>)output, JsonLayout.Indented);
        var reader = new MessagePackReader(encoded);
        try
        {
            Decode(ref reader, json);
        }
        catch (EndOfStreamException e)
        {
            throw Invalid(ref reader, "the data ends early", e);
        }
        catch (MessagePackSerializationException e)
        {
            throw Invalid(ref reader, "a value is invalid", e);
        }
    }

    private static void Decode(ref MessagePackReader reader, Utf8JsonWriter json)
    {
        // Remaining items of each open container. A map counts names and values, so a name is next at an even count.
        Span<long> left = stackalloc long[MessagePackCodec.MaximumDepth + 1];
        Span<bool> map = stackalloc bool[MessagePackCodec.MaximumDepth + 1];
        var depth = 0;
        left[0] = 1;
        map[0] = false;
        while (left[0] > 0 || depth > 0)
        {
            if (left[depth] == 0)
            {
                End(json, map[depth]);
                depth--;
                continue;
            }

            var type = reader.NextMessagePackType;
            var name = map[depth] && left[depth] % 2 == 0;
            left[depth]--;
            if (name)
            {
                WriteName(ref reader, type, json);
            }
            else if (type is MessagePackType.Array or MessagePackType.Map)
            {
                if (depth == MessagePackCodec.MaximumDepth)
                {
                    throw Invalid(ref reader, $"more than {MessagePackCodec.MaximumDepth} nested containers");
                }

                // The package checks that the rest of the data is long enough for this number of members.
                map[++depth] = type == MessagePackType.Map;
                left[depth] = map[depth] ? 2L * reader.ReadMapHeader() : reader.ReadArrayHeader();
                Start(json, map[depth]);
            }
            else
            {
                WriteScalar(ref reader, type, json);
            }
        }

        if (!reader.End)
        {
            throw Invalid(ref reader, "data follows the document");
        }
    }

    private static void WriteName(ref MessagePackReader reader, MessagePackType type, Utf8JsonWriter json)
    {
        if (type != MessagePackType.String)
        {
            throw Invalid(ref reader, "the name of a member is not a string");
        }

        json.WritePropertyName(ReadString(ref reader));
    }

    private static void WriteScalar(ref MessagePackReader reader, MessagePackType type, Utf8JsonWriter json)
    {
        switch (type)
        {
            case MessagePackType.Nil:
                reader.ReadNil();
                json.WriteNullValue();
                break;
            case MessagePackType.Boolean:
                json.WriteBooleanValue(reader.ReadBoolean());
                break;
            case MessagePackType.Integer when IsSigned(reader.NextCode):
                json.WriteNumberValue(reader.ReadInt64());
                break;
            case MessagePackType.Integer:
                json.WriteNumberValue(reader.ReadUInt64());
                break;
            case MessagePackType.Float:
                json.WriteNumberValue(ReadFinite(ref reader));
                break;
            case MessagePackType.String:
                json.WriteStringValue(ReadString(ref reader));
                break;
            default:
                throw Invalid(ref reader, $"JSON has no equivalent of the format 0x{reader.NextCode:X2}");
        }
    }

    private static bool IsSigned(byte code) =>
        code is >= MessagePackCode.MinNegativeFixInt or (>= MessagePackCode.Int8 and <= MessagePackCode.Int64);

    private static double ReadFinite(ref MessagePackReader reader)
    {
        var value = reader.ReadDouble();
        return double.IsFinite(value) ? value : throw Invalid(ref reader, "JSON has no infinity and no NaN");
    }

    private static ReadOnlySpan<byte> ReadString(ref MessagePackReader reader)
    {
        ReadOnlySpan<byte> utf8;
        try
        {
            // The data is one contiguous block and the type is String, so this returns the string or throws.
            reader.TryReadStringSpan(out utf8);
        }
        catch (ArgumentOutOfRangeException e)
        {
            // A length of 2 GiB or more overflows to a negative one in the package.
            throw Invalid(ref reader, "the data ends early", e);
        }

        return Utf8.IsValid(utf8) ? utf8 : throw Invalid(ref reader, "a string is not UTF-8");
    }

    private static void Start(Utf8JsonWriter json, bool map)
    {
        if (map)
        {
            json.WriteStartObject();
        }
        else
        {
            json.WriteStartArray();
        }
    }

    private static void End(Utf8JsonWriter json, bool map)
    {
        if (map)
        {
            json.WriteEndObject();
        }
        else
        {
            json.WriteEndArray();
        }
    }

    private static InvalidDataException Invalid(ref MessagePackReader reader, string reason, Exception? cause = null) =>
        new(FormattableString.Invariant(
            $"These {reader.Sequence.Length} bytes are not one JSON document in MessagePack: {reason}, before byte {reader.Consumed}."), cause);
}
