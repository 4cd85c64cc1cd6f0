using System.Buffers;
using System.Text.Json;
using System.Text.Unicode;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Codecs;

/// <summary>
/// The document's values as MessagePack, straight from the JSON's bytes, without objects in between.
/// <list type="bullet">
/// <item>A number without fraction and exponent that fits 64 bits is an integer in its smallest form. Every other number
/// is a float of 64 bits, the nearest one: <c>1.0</c>, <c>1e2</c> and <c>-0</c> too, and integers beyond 64 bits, which
/// keep 53 bits of precision. A number beyond the range of a float (<c>1e400</c>) is refused.</item>
/// <item>Decoding gives the same JSON value, laid out by <see cref="JsonLayout"/>, with all members in their order,
/// repeated names included. A document that was laid out so, with its numbers in their shortest form, as a
/// <see cref="PeopleDocument"/> is, comes back byte for byte.</item>
/// <item>Up to <see cref="MaximumDepth"/> containers stand inside one another, both ways.</item>
/// </list>
/// </summary>
public sealed class MessagePackCodec : BufferedCodec
{
    public const int MaximumDepth = 64;

    private static readonly JsonReaderOptions Reading = new() { MaxDepth = MaximumDepth };

    public override string Name => "messagepack";

    internal override void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
    {
        // The framework's reader takes the insides of strings on trust.
        if (!Utf8.IsValid(json.Span))
        {
            throw NotJson("it is not UTF-8");
        }

        try
        {
            Encode(json.Span, new MessagePackWriter(output));
        }
        catch (JsonException e)
        {
            throw NotJson(e.Message, e);
        }
    }

    private static void Encode(ReadOnlySpan<byte> json, MessagePackWriter writer)
    {
        var reader = new Utf8JsonReader(json, Reading);
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
                    WriteString(ref reader, writer);
                    continue;
                case JsonTokenType.StartObject or JsonTokenType.StartArray:
                    members[depth]++;
                    starts[++depth] = writer.BeginContainer();
                    members[depth] = 0;
                    continue;
                case JsonTokenType.EndObject:
                    writer.EndMap(starts[depth], members[depth]);
                    depth--;
                    continue;
                case JsonTokenType.EndArray:
                    writer.EndArray(starts[depth], members[depth]);
                    depth--;
                    continue;
                case JsonTokenType.String:
                    WriteString(ref reader, writer);
                    break;
                case JsonTokenType.Number:
                    WriteNumber(ref reader, writer);
                    break;
                case JsonTokenType.Null:
                    writer.WriteNil();
                    break;
                default:
                    writer.WriteBoolean(reader.TokenType == JsonTokenType.True);
                    break;
            }

            members[depth]++;
        }
    }

    private static void WriteString(ref Utf8JsonReader reader, MessagePackWriter writer)
    {
        if (!reader.ValueIsEscaped)
        {
            writer.WriteString(reader.ValueSpan);
            return;
        }

        var longest = reader.ValueSpan.Length;
        var rented = longest > 1024 ? ArrayPool<byte>.Shared.Rent(longest) : null;
        try
        {
            var unescaped = rented ?? stackalloc byte[longest];
            writer.WriteString(unescaped[..reader.CopyString(unescaped)]);
        }
        catch (InvalidOperationException e)
        {
            throw new JsonException($"a string has half a surrogate pair, at byte {reader.TokenStartIndex}.", e);
        }
        finally
        {
            if (rented is not null)
            {
                ArrayPool<byte>.Shared.Return(rented);
            }
        }
    }

    private static void WriteNumber(ref Utf8JsonReader reader, MessagePackWriter writer)
    {
        var digits = reader.ValueSpan;
        if (reader.TryGetInt64(out var signed) && (signed != 0 || digits[0] != '-'))
        {
            writer.WriteInteger(signed);
        }
        else if (reader.TryGetUInt64(out var unsigned) && digits[0] != '-')
        {
            writer.WriteInteger(unsigned);
        }
        else if (reader.TryGetDouble(out var real) && double.IsFinite(real))
        {
            writer.WriteDouble(real);
        }
        else
        {
            throw new JsonException($"the number at byte {reader.TokenStartIndex} is beyond the range of a 64-bit float.");
        }
    }

    internal override void Decode(ReadOnlyMemory<byte> encoded, ScratchBuffer output)
    {
        using var json = new Utf8JsonWriter((IBufferWriter<byte>)output, JsonLayout.Indented);
        Decode(new MessagePackReader(encoded.Span), json);
    }

    private static void Decode(MessagePackReader reader, Utf8JsonWriter json)
    {
        // What is still to come in each open container; for a map names and values, so that a name is next at an even count.
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

            var kind = reader.Read();
            var name = map[depth] && left[depth] % 2 == 0;
            left[depth]--;
            if (name)
            {
                WriteName(reader, kind, json);
            }
            else if (kind is MessagePackReader.Kind.Array or MessagePackReader.Kind.Map)
            {
                if (depth == MaximumDepth)
                {
                    throw reader.Wrong($"more than {MaximumDepth} containers stand inside one another");
                }

                map[++depth] = kind == MessagePackReader.Kind.Map;
                left[depth] = (long)reader.Unsigned * (map[depth] ? 2 : 1);
                Start(json, map[depth]);
            }
            else
            {
                WriteScalar(reader, kind, json);
            }
        }

        if (!reader.AtEnd)
        {
            throw reader.Wrong("something follows the document");
        }
    }

    private static void WriteName(MessagePackReader reader, MessagePackReader.Kind kind, Utf8JsonWriter json)
    {
        if (kind != MessagePackReader.Kind.String)
        {
            throw reader.Wrong("the name of a member is not a string");
        }

        json.WritePropertyName(reader.String);
    }

    private static void WriteScalar(MessagePackReader reader, MessagePackReader.Kind kind, Utf8JsonWriter json)
    {
        switch (kind)
        {
            case MessagePackReader.Kind.Nil: json.WriteNullValue(); break;
            case MessagePackReader.Kind.False: json.WriteBooleanValue(false); break;
            case MessagePackReader.Kind.True: json.WriteBooleanValue(true); break;
            case MessagePackReader.Kind.Signed: json.WriteNumberValue(reader.Signed); break;
            case MessagePackReader.Kind.Unsigned: json.WriteNumberValue(reader.Unsigned); break;
            case MessagePackReader.Kind.Float: json.WriteNumberValue(reader.Float); break;
            default: json.WriteStringValue(reader.String); break;
        }
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

    private static JsonException NotJson(string reason, Exception? cause = null) =>
        new($"MessagePack is made from a JSON document, and this is none: {reason}", cause);
}
