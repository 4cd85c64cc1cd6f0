using System.Text;
using System.Text.Json;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Codecs;

public sealed class MessagePackCodecTests
{
    private readonly MessagePackCodec _codec = new();

    [Fact]
    public void Returns_people_documents_byte_for_byte()
    {
        for (var bytes = PeopleDocument.MinimumBytes; bytes <= 3_000; bytes++)
        {
            ShouldComeBack(PeopleDocument.Create(bytes, seed: bytes));
        }

        for (var seed = 0; seed < 300; seed++)
        {
            ShouldComeBack(PeopleDocument.Create(32_768, seed));
        }

        ShouldComeBack(PeopleDocument.Create(PeopleDocument.MaximumBytes, seed: 1));
    }

    [Fact]
    public void People_documents_are_25_percent_smaller()
    {
        var document = PeopleDocument.Create(32_768, seed: 1);

        ((double)_codec.Encode(document).Length / document.Length).ShouldBeInRange(0.70, 0.85);
    }

    [Theory]
    [MemberData(nameof(TrickyDocuments.Names), MemberType = typeof(TrickyDocuments))]
    public void Returns_the_value_of_any_document_format(string name)
    {
        var json = Encoding.UTF8.GetBytes(TrickyDocuments.All[name]);
        var decoded = _codec.Decode(_codec.Encode(json));

        JsonValues.ShouldBeSame(decoded, json);
        ShouldComeBack(decoded);
    }

    [Fact]
    public void Keeps_repeated_names_in_order()
    {
        var decoded = _codec.Decode(_codec.Encode("""{"b":1,"a":2,"b":3}"""u8.ToArray()));

        Encoding.UTF8.GetString(decoded).ShouldBe("{\n  \"b\": 1,\n  \"a\": 2,\n  \"b\": 3\n}");
    }

    [Theory]
    [InlineData("")]
    [InlineData("   ")]
    [InlineData("hello")]
    [InlineData("[1,2")]
    [InlineData("[1,]")]
    [InlineData("{\"a\"}")]
    [InlineData("{\"a\":1}{")]
    [InlineData("1 2")]
    [InlineData("[01]")]
    [InlineData("[NaN]")]
    [InlineData("// comment\n1")]
    [InlineData("\"\\ud83d\"")]
    [InlineData("{\"\\udc00\":1}")]
    [InlineData("[1e400]")]
    [InlineData("[-1e400]")]
    public void Rejects_invalid_JSON(string text) => Refused(Encoding.UTF8.GetBytes(text));

    [Fact]
    public void Rejects_invalid_UTF8_in_strings()
    {
        Refused([(byte)'"', 0xC3, (byte)'"']);
        Refused([(byte)'"', 0xED, 0xA0, 0x80, (byte)'"']);
        Refused([0xFF, 0xFE, (byte)'1', 0]);
    }

    [Fact]
    public void Rejects_a_document_truncated_at_any_position()
    {
        var document = PeopleDocument.Create(2_500, seed: 2);

        for (var length = 0; length < document.Length; length++)
        {
            Refused(document[..length]);
        }
    }

    private void ShouldComeBack(byte[] document) =>
        _codec.Decode(_codec.Encode(document)).AsSpan().SequenceEqual(document).ShouldBeTrue($"{document.Length} bytes come back unchanged");

    private void Refused(byte[] bytes) => Should.Throw<JsonException>(() => _codec.Encode(bytes))
        .Message.ShouldStartWith("MessagePack requires a JSON document, and the input is invalid: ");
}
