using System.Buffers;
using System.Text.Json;
using System.Text.Unicode;
using MessagePack;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Codecs;

/// <summary>
/// The document's values as MessagePack, converted directly from the JSON bytes, without objects in between.
/// <list type="bullet">
/// <item>A number without fraction and exponent that fits 64 bits is an integer in its smallest form. Every other number
/// is the nearest 64-bit float: <c>1.0</c>, <c>1e2</c> and <c>-0</c> too, and integers beyond 64 bits, which
/// keep 53 bits of precision. A number beyond the range of a float (<c>1e400</c>) is an error.</item>
/// <item>Decoding gives the same JSON value, formatted by <see cref="JsonLayout"/>, with all members in their order,
/// repeated names included. A document in that format, with its numbers in their shortest form, as
/// <see cref="PeopleDocument"/> creates it, comes back byte for byte.</item>
/// <item>Both directions accept up to <see cref="MaximumDepth"/> nested containers.</item>
/// </list>
/// </summary>
/// <remarks>
/// <c>MessagePackSerializer.ConvertFromJson</c> is not used: it is 2.5 times slower, accepts broken JSON, turns <c>1e400</c>
/// into infinity and has no depth limit.
/// </remarks>
public sealed class MessagePackCodec : BufferedCodec
{
    public const int MaximumDepth = 64;

    private static readonly JsonReaderOptions Reading = new() { MaxDepth = MaximumDepth };

    public override string Name => "messagepack";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        // Utf8JsonReader does not validate the UTF-8 inside strings.
        if (!Utf8.IsValid(json.Span))
        {
            throw NotJson("it is not UTF-8");
        }

        try
        {
            Encode(json.Span, output);
        }
        catch (JsonException e)
        {
            throw NotJson(e.Message, e);
        }
    }

    private static void Encode(ReadOnlySpan<byte> json, ScratchBuffer output)
    {
        var reader = new Utf8JsonReader(json, Reading);
        var writer = new MessagePackWriter(output);
        Span<int> starts = stackalloc int[MaximumDepth + 1];
        Span<int> members = stackalloc int[MaximumDepth + 1];
        var depth = 0;
        members[0] = 0;
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                // A member of an object is counted at its value, so that one count serves both containers.
                case JsonTokenType.PropertyName:
                    WriteString(ref reader, ref writer);
                    continue;
                case JsonTokenType.StartObject or JsonTokenType.StartArray:
                    members[depth]++;
                    writer.Flush();
                    starts[++depth] = output.Count;
                    members[depth] = 0;
                    continue;
                case JsonTokenType.EndObject or JsonTokenType.EndArray:
                    InsertHeader(ref writer, output, starts[depth], members[depth], map: reader.TokenType == JsonTokenType.EndObject);
                    depth--;
                    continue;
                case JsonTokenType.String:
                    WriteString(ref reader, ref writer);
                    break;
                case JsonTokenType.Number:
                    WriteNumber(ref reader, ref writer);
                    break;
                case JsonTokenType.Null:
                    writer.WriteNil();
                    break;
                default:
                    writer.Write(reader.TokenType == JsonTokenType.True);
                    break;
            }

            members[depth]++;
        }

        writer.Flush();
    }

    /// <summary>
    /// Writes a container's header before its content. The number of members is known only at the end of the container.
    /// Moving the content by the one to five bytes of the header is much cheaper than reading the JSON twice.
    /// </summary>
    private static void InsertHeader(ref MessagePackWriter writer, ScratchBuffer output, int start, int members, bool map)
    {
        writer.Flush();
        var end = output.Count;
        if (map)
        {
            writer.WriteMapHeader(members);
        }
        else
        {
            writer.WriteArrayHeader(members);
        }

        writer.Flush();
        output.MoveTail(end, start);
    }

    private static void WriteString(ref Utf8JsonReader reader, ref MessagePackWriter writer)
    {
        if (!reader.ValueIsEscaped)
        {
            writer.WriteString(reader.ValueSpan);
            return;
        }

        var unescaped = ArrayPool<byte>.Shared.Rent(reader.ValueSpan.Length);
        try
        {
            writer.WriteString(unescaped.AsSpan(0, reader.CopyString(unescaped)));
        }
        catch (InvalidOperationException e)
        {
            throw new JsonException($"a string has half a surrogate pair, at byte {reader.TokenStartIndex}.", e);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(unescaped);
        }
    }

    private static void WriteNumber(ref Utf8JsonReader reader, ref MessagePackWriter writer)
    {
        var digits = reader.ValueSpan;
        if (reader.TryGetInt64(out var signed) && (signed != 0 || digits[0] != '-'))
        {
            writer.Write(signed);
        }
        else if (reader.TryGetUInt64(out var unsigned) && digits[0] != '-')
        {
            writer.Write(unsigned);
        }
        else if (reader.TryGetDouble(out var real) && double.IsFinite(real))
        {
            writer.Write(real);
        }
        else
        {
            throw new JsonException($"the number at byte {reader.TokenStartIndex} is beyond the range of a 64-bit float.");
        }
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
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
        Span<long> left = stackalloc long[MaximumDepth + 1];
        Span<bool> map = stackalloc bool[MaximumDepth + 1];
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
                if (depth == MaximumDepth)
                {
                    throw Invalid(ref reader, $"more than {MaximumDepth} nested containers");
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
        new(FormattableString.Invariant($"These {reader.Sequence.Length} bytes are not one JSON document in MessagePack: {reason}, before byte {reader.Consumed}."), cause);

    private static JsonException NotJson(string reason, Exception? cause = null) =>
        new($"MessagePack requires a JSON document, and the input is invalid: {reason}", cause);
}
