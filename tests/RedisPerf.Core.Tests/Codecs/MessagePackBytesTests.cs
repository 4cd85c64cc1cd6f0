using System.Security.Cryptography;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Codecs;

/// <summary>The codec's output over time, and its behaviour on data that it did not write.</summary>
public sealed class MessagePackBytesTests
{
    private readonly MessagePackCodec _codec = new();

    /// <summary>Recorded from the codec that RedisPerf had before it used the package. Other bytes make stored results incomparable.</summary>
    [Theory]
    [InlineData(64, 1, 47, "90a9219e78a3243080756ab30cf0310a3ed006b84c6770fe1385fd701650d6e9")]
    [InlineData(300, 2, 232, "456876134fae0aedbaf221c9ce9ff5704d4adc8f44841d56d7f16a474097d810")]
    [InlineData(2_387, 3, 2_232, "7770e1035aff863d58e4ff8d70a78d1bffe390056e103f689dfbaea3048ea5da")]
    [InlineData(32_768, 1, 25_895, "801387d70f47c7734c1c25f488183d1149d5dda7bbe510f9ea292070f080b288")]
    [InlineData(32_768, 2, 25_895, "19eb57b94931042f88beb95b4e61e66acab0d5f711cb568bee0d894913c15467")]
    [InlineData(500_000, 4, 392_607, "4a20f0cf0697dc5b4fdd696db9200400423ead6410aa867d46df5da22e08323e")]
    public void Encoded_payloads_equal_the_recorded_bytes(int bytes, int seed, int length, string sha256)
    {
        var encoded = _codec.Encode(PeopleDocument.Create(bytes, seed));

        encoded.Length.ShouldBe(length);
        Convert.ToHexStringLower(SHA256.HashData(encoded)).ShouldBe(sha256);
    }

    [Fact]
    public void Decoding_20000_mutated_documents_gives_a_document_or_InvalidDataException()
    {
        var mutations = new Mutations(
            seed: 48109, [_codec.Encode(PeopleDocument.Create(700, seed: 5)), .. TrickyDocuments.SmallDocuments.Select(json => _codec.Encode(json))]);
        var invalid = 0;
        for (var attempt = 0; attempt < 20_000; attempt++)
        {
            var bytes = mutations.Next();
            try
            {
                _codec.Decode(bytes);
            }
            catch (InvalidDataException)
            {
                invalid++;
            }
            catch (Exception e)
            {
                Assert.Fail($"{e.GetType()} for {Convert.ToHexString(bytes)}: {e.Message}");
            }
        }

        // Both outcomes must occur, or the mutations test nothing.
        invalid.ShouldBeInRange(5_000, 19_900);
    }

    [Theory]
    [InlineData("DD7FFFFFFF")]
    [InlineData("DDFFFFFFFF")]
    [InlineData("DF7FFFFFFF")]
    [InlineData("DB7FFFFFFF")]
    [InlineData("DBFFFFFFFF")]
    [InlineData("91DD7FFFFFFF")]
    public void A_length_beyond_the_data_allocates_no_memory_for_it(string hex)
    {
        byte[] bytes = [.. Convert.FromHexString(hex), .. new byte[100]];
        Should.Throw<InvalidDataException>(() => _codec.Decode(bytes));
        var before = GC.GetAllocatedBytesForCurrentThread();

        Should.Throw<InvalidDataException>(() => _codec.Decode(bytes));

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(64 << 10);
    }
}
