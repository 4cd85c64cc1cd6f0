using System.Buffers;
using System.Text.Json;
using System.Text.Unicode;
using MessagePack;

namespace RedisPerf.Core.Codecs;

/// <summary>Writes a JSON document as MessagePack, directly from its bytes. <see cref="MessagePackCodec"/> describes the format.</summary>
internal static class MessagePackEncoder
{
    private static readonly JsonReaderOptions Reading = new() { MaxDepth = MessagePackCodec.MaximumDepth };

    /// <exception cref="JsonException">The input is not a JSON document, or MessagePack cannot represent one of its values.</exception>
    public static void Encode(ReadOnlyMemory<byte> json, ScratchBuffer output)
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
        Span<int> starts = stackalloc int[MessagePackCodec.MaximumDepth + 1];
        Span<int> members = stackalloc int[MessagePackCodec.MaximumDepth + 1];
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

    /// <summary>Writes a container's header before its content. The number of members is known only at the end of the container. Moving the
    /// content by the one to five bytes of the header is much cheaper than reading the JSON twice.</summary>
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

    private static JsonException NotJson(string reason, Exception? cause = null) =>
        new($"MessagePack requires a JSON document, and the input is invalid: {reason}", cause);
}
