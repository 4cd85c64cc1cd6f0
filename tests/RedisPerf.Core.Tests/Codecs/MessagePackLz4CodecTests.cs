using System.Text;
using MessagePack;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Codecs;

public sealed class MessagePackLz4CodecTests
{
    private static readonly MessagePackSerializerOptions Compressed =
        MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);

    private readonly MessagePackLz4Codec _codec = new();

    public static TheoryData<int> Sizes => [64, 700, 32_768, 1_000_000];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void The_package_decodes_our_bytes(int size)
    {
        var document = PeopleDocument.Create(size, seed: 2);

        JsonValues.ShouldBeSame(Encoding.UTF8.GetBytes(MessagePackSerializer.ConvertToJson(_codec.Encode(document), Compressed, Ct)), document);
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void We_decode_the_bytes_of_the_package(int size)
    {
        var document = PeopleDocument.Create(size, seed: 2);

        _codec.Decode(MessagePackSerializer.ConvertFromJson(Encoding.UTF8.GetString(document), Compressed, Ct)).ShouldBe(document);
    }

    [Fact]
    public void A_document_is_one_block()
    {
        var plain = new MessagePackCodec().Encode(PeopleDocument.Create(32_768, seed: 1));

        var encoded = _codec.Encode(PeopleDocument.Create(32_768, seed: 1));

        // An array of two: the extension 98 with one size, and the block.
        encoded[..6].ShouldBe([0x92, 0xC7, 3, 98, 0xCD, (byte)(plain.Length >> 8)]);
        encoded.Length.ShouldBeLessThan(plain.Length * 7 / 10);
    }

    [Fact]
    public void A_short_document_is_not_compressed() => _codec.Encode("[1]"u8.ToArray()).ShouldBe([0x91, 1]);

    [Theory]
    [InlineData("91C7006200", "data follows the blocks")]
    [InlineData("91C7016200", "data follows the blocks")]
    [InlineData("92C7016205", "the data ends early")]
    [InlineData("92C7006205", "the data ends early")]
    [InlineData("92C7016205C40100", "a block is invalid")]
    [InlineData("92C7016205C0", "a block is invalid")]
    [InlineData("92C70162FFC40100", "a block is invalid")]
    [InlineData("92C701620505", "a value is invalid")]
    [InlineData("92C70162C0C40100", "a value is invalid")]
    [InlineData("92C70562CE80000000C40100", "a value is invalid")]
    [InlineData("92C7016205C6FFFFFFFF", "the data ends early")]
    [InlineData("92C9FFFFFFFF62", "the data ends early")]
    public void Invalid_blocks_are_an_error(string hex, string reason) =>
        Should.Throw<InvalidDataException>(() => _codec.Decode(Convert.FromHexString(hex)))
            .Message.ShouldBe($"These {hex.Length / 2} bytes are not one JSON document in MessagePack with LZ4 blocks: {reason}.");

    [Fact]
    public void Limits_the_memory_for_hostile_sizes() =>
        Should.Throw<InvalidDataException>(() => _codec.Decode(Convert.FromHexString("92C70562CE7FFFFFFFC40100")))
            .Message.ShouldBe("The data exceeds 68,157,440 bytes, the maximum size of one value.");

    [Fact]
    public void Decoding_10000_mutated_values_gives_a_document_or_InvalidDataException()
    {
        var mutations = new Mutations(
            seed: 19, [_codec.Encode(PeopleDocument.Create(700, seed: 1)), _codec.Encode(PeopleDocument.Create(200, seed: 1))]);
        var invalid = 0;
        for (var attempt = 0; attempt < 10_000; attempt++)
        {
            try
            {
                _codec.Decode(mutations.Next());
            }
            catch (InvalidDataException)
            {
                invalid++;
            }
        }

        // Both outcomes must occur, or the mutations test nothing.
        invalid.ShouldBeInRange(3_000, 9_900);
    }
}
