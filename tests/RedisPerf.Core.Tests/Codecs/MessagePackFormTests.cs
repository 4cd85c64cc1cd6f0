using System.Text;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Tests.Codecs;

/// <summary>Bytes from the MessagePack specification.</summary>
public sealed class MessagePackFormTests
{
    private readonly MessagePackCodec _codec = new();

    [Theory]
    [InlineData("null", "C0")]
    [InlineData("false", "C2")]
    [InlineData("true", "C3")]
    [InlineData("0", "00")]
    [InlineData("127", "7F")]
    [InlineData("128", "CC80")]
    [InlineData("255", "CCFF")]
    [InlineData("256", "CD0100")]
    [InlineData("65535", "CDFFFF")]
    [InlineData("65536", "CE00010000")]
    [InlineData("4294967295", "CEFFFFFFFF")]
    [InlineData("4294967296", "CF0000000100000000")]
    [InlineData("9223372036854775807", "CF7FFFFFFFFFFFFFFF")]
    [InlineData("9223372036854775808", "CF8000000000000000")]
    [InlineData("18446744073709551615", "CFFFFFFFFFFFFFFFFF")]
    [InlineData("-1", "FF")]
    [InlineData("-32", "E0")]
    [InlineData("-33", "D0DF")]
    [InlineData("-128", "D080")]
    [InlineData("-129", "D1FF7F")]
    [InlineData("-32768", "D18000")]
    [InlineData("-32769", "D2FFFF7FFF")]
    [InlineData("-2147483648", "D280000000")]
    [InlineData("-2147483649", "D3FFFFFFFF7FFFFFFF")]
    [InlineData("-9223372036854775808", "D38000000000000000")]
    [InlineData("1.5", "CB3FF8000000000000")]
    [InlineData("0.1", "CB3FB999999999999A")]
    [InlineData("1E+300", "CB7E37E43C8800759C")]
    [InlineData("-0", "CB8000000000000000")]
    [InlineData("\"\"", "A0")]
    [InlineData("\"é\"", "A2C3A9")]
    [InlineData("[]", "90")]
    [InlineData("{}", "80")]
    [InlineData("[\n  1,\n  [\n    null\n  ]\n]", "920191C0")]
    [InlineData("{\n  \"compact\": true,\n  \"schema\": 0\n}", "82A7636F6D70616374C3A6736368656D6100")]
    public void Uses_the_smallest_form_and_decodes_it(string json, string hex)
    {
        Convert.ToHexString(_codec.Encode(Encoding.UTF8.GetBytes(json))).ShouldBe(hex);
        Decoded(Convert.FromHexString(hex)).ShouldBe(json);
    }

    [Theory]
    [InlineData("1.0", "CB3FF0000000000000", "1")]
    [InlineData("1e2", "CB4059000000000000", "100")]
    [InlineData("-0.0", "CB8000000000000000", "-0")]
    [InlineData("18446744073709551616", "CB43F0000000000000", "1.8446744073709552E+19")]
    [InlineData("-9223372036854775809", "CBC3E0000000000000", "-9.223372036854776E+18")]
    [InlineData("1e-400", "CB0000000000000000", "0")]
    public void Other_numbers_are_the_nearest_float(string json, string hex, string decoded)
    {
        Convert.ToHexString(_codec.Encode(Encoding.UTF8.GetBytes(json))).ShouldBe(hex);
        Decoded(Convert.FromHexString(hex)).ShouldBe(decoded);
    }

    [Theory]
    [InlineData(0, "A0")]
    [InlineData(1, "A1")]
    [InlineData(31, "BF")]
    [InlineData(32, "D920")]
    [InlineData(255, "D9FF")]
    [InlineData(256, "DA0100")]
    [InlineData(65_535, "DAFFFF")]
    [InlineData(65_536, "DB00010000")]
    public void String_header_is_the_shortest_for_its_byte_count(int bytes, string header)
    {
        var text = new string('x', bytes);
        ShouldStartAndComeBack($"\"{text}\"", header, bytes);

        if (bytes > 1)
        {
            // The same number of bytes, with two-byte letters, and with an escape.
            var letters = "\\n" + new string('é', (bytes - 1) / 2) + (bytes % 2 == 0 ? "x" : "");
            ShouldStartAndComeBack($"\"{letters}\"", header, bytes);
        }
    }

    [Theory]
    [InlineData(0, "90", "80")]
    [InlineData(1, "91", "81")]
    [InlineData(15, "9F", "8F")]
    [InlineData(16, "DC0010", "DE0010")]
    [InlineData(65_535, "DCFFFF", "DEFFFF")]
    [InlineData(65_536, "DD00010000", "DF00010000")]
    public void Container_header_is_the_shortest_for_its_member_count(int members, string array, string map)
    {
        ShouldStartAndComeBack(Lines('[', ']', Enumerable.Repeat("7", members)), array, members);
        ShouldStartAndComeBack(Lines('{', '}', Enumerable.Repeat("\"k\": 7", members)), map, members * 3);
    }

    [Theory]
    [InlineData("CC01", "1")]
    [InlineData("CF0000000000000001", "1")]
    [InlineData("D3FFFFFFFFFFFFFFFF", "-1")]
    [InlineData("D07F", "127")]
    [InlineData("CA3FC00000", "1.5")]
    [InlineData("D90161", "\"a\"")]
    [InlineData("DB0000000161", "\"a\"")]
    [InlineData("DC0000", "[]")]
    [InlineData("DD00000000", "[]")]
    [InlineData("DF00000000", "{}")]
    public void Reads_longer_forms(string hex, string json) => Decoded(Convert.FromHexString(hex)).ShouldBe(json);

    [Theory]
    [InlineData("", "the data ends early")]
    [InlineData("C1", "0xC1")]
    [InlineData("C40100", "0xC4")]
    [InlineData("D6FF00000000", "0xD6")]
    [InlineData("C7010100", "0xC7")]
    [InlineData("81A161", "the data ends early")]
    [InlineData("810102", "the name of a member is not a string")]
    [InlineData("8190C0", "the name of a member is not a string")]
    [InlineData("81C0C0", "the name of a member is not a string")]
    [InlineData("A2C328", "a string is not UTF-8")]
    [InlineData("A3EDA080", "a string is not UTF-8")]
    [InlineData("81A1FFC0", "a string is not UTF-8")]
    [InlineData("CB7FF0000000000000", "no infinity")]
    [InlineData("CB7FF8000000000000", "no NaN")]
    [InlineData("CA7F800000", "no infinity")]
    [InlineData("DDFFFFFFFF", "the data ends early")]
    [InlineData("DD80000000", "the data ends early")]
    [InlineData("DD7FFFFFFF00", "the data ends early")]
    [InlineData("DFFFFFFFFFA161", "the data ends early")]
    [InlineData("DF80000000A161", "the data ends early")]
    [InlineData("DF40000000A161", "the data ends early")]
    [InlineData("DBFFFFFFFF", "the data ends early")]
    [InlineData("DBFFFFFFFF61", "the data ends early")]
    [InlineData("DB8000000061", "the data ends early")]
    [InlineData("DB7FFFFFFF61", "the data ends early")]
    [InlineData("91DBFFFFFFFE6161", "the data ends early")]
    [InlineData("C0C0", "data follows the document")]
    public void Rejects_bytes_that_are_not_a_JSON_document(string hex, string reason)
    {
        var bytes = Convert.FromHexString(hex);
        var message = Should.Throw<InvalidDataException>(() => _codec.Decode(bytes)).Message;

        message.ShouldContain(reason);
        message.ShouldStartWith($"These {bytes.Length} bytes are not one JSON document in MessagePack: ");
        message.ShouldEndWith(".");
    }

    [Fact]
    public void Maximum_depth_is_the_same_for_encoding_and_decoding()
    {
        var bound = MessagePackCodec.MaximumDepth;
        var deepest = Encoding.UTF8.GetBytes(new string('[', bound) + new string(']', bound));
        byte[] deepestEncoded = [.. Enumerable.Repeat((byte)0x91, bound - 1), 0x90];

        _codec.Encode(deepest).ShouldBe(deepestEncoded);
        _codec.Encode(_codec.Decode(deepestEncoded)).ShouldBe(deepestEncoded);

        Should.Throw<System.Text.Json.JsonException>(() => _codec.Encode((byte[])[(byte)'[', .. deepest, (byte)']']));
        Should.Throw<InvalidDataException>(() => _codec.Decode((byte[])[0x91, .. deepestEncoded])).Message.ShouldContain("64 nested containers");
        Should.Throw<InvalidDataException>(() => _codec.Decode(Enumerable.Repeat((byte)0x91, 10_000_000).ToArray())).Message
            .ShouldContain("64 nested containers");
    }

    private static string Lines(char open, char close, IEnumerable<string> members)
    {
        var lines = string.Join(",\n  ", members);
        return lines.Length == 0 ? $"{open}{close}" : $"{open}\n  {lines}\n{close}";
    }

    private void ShouldStartAndComeBack(string json, string header, int bytesAfter)
    {
        var encoded = _codec.Encode(Encoding.UTF8.GetBytes(json));

        Convert.ToHexString(encoded).ShouldStartWith(header);
        encoded.Length.ShouldBe((header.Length / 2) + bytesAfter);
        Decoded(encoded).ShouldBe(json);
    }

    private string Decoded(byte[] encoded) => Encoding.UTF8.GetString(_codec.Decode(encoded));
}
