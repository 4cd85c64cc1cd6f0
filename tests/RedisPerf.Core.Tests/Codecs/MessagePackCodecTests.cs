using System.Text;
using System.Text.Json;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Codecs;

public sealed class MessagePackCodecTests
{
    private readonly MessagePackCodec _codec = new();

    [Fact]
    public void A_document_of_people_comes_back_byte_for_byte_at_every_size_and_seed()
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
    public void A_document_of_people_is_a_quarter_smaller()
    {
        var document = PeopleDocument.Create(32_768, seed: 1);

        ((double)_codec.Encode(document).Length / document.Length).ShouldBeInRange(0.70, 0.85);
    }

    [Theory]
    [MemberData(nameof(TrickyDocuments.Names), MemberType = typeof(TrickyDocuments))]
    public void The_value_comes_back_however_the_document_is_laid_out(string name)
    {
        var json = Encoding.UTF8.GetBytes(TrickyDocuments.All[name]);
        var decoded = _codec.Decode(_codec.Encode(json));

        JsonValues.ShouldBeSame(decoded, json);
        ShouldComeBack(decoded);
    }

    [Fact]
    public void Repeated_names_are_all_kept_in_their_order()
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
    public void What_is_not_JSON_is_refused_in_a_sentence(string text) => Refused(Encoding.UTF8.GetBytes(text));

    [Fact]
    public void Text_that_is_not_UTF8_is_refused_inside_strings_too()
    {
        Refused([(byte)'"', 0xC3, (byte)'"']);
        Refused([(byte)'"', 0xED, 0xA0, 0x80, (byte)'"']);
        Refused([0xFF, 0xFE, (byte)'1', 0]);
    }

    [Fact]
    public void A_document_cut_anywhere_is_refused()
    {
        var document = PeopleDocument.Create(2_500, seed: 2);

        for (var length = 0; length < document.Length; length++)
        {
            Refused(document[..length]);
        }
    }

    private void ShouldComeBack(byte[] document) =>
        _codec.Decode(_codec.Encode(document)).AsSpan().SequenceEqual(document).ShouldBeTrue($"{document.Length} bytes come back as they were");

    private void Refused(byte[] bytes) => Should.Throw<JsonException>(() => _codec.Encode(bytes))
        .Message.ShouldStartWith("MessagePack needs a JSON document, and this is not one: ");
}
