using System.IO.Compression;
using System.Text;
using System.Text.Json;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Payloads;

public sealed class PeopleDocumentTests
{
    [Fact]
    public void Small_sizes_are_exact_arrays_of_people()
    {
        for (var bytes = PeopleDocument.MinimumBytes; bytes <= 6_000; bytes++)
        {
            ShouldBePeople(PeopleDocument.Create(bytes, seed: bytes), bytes);
        }
    }

    [Theory]
    [InlineData(32_768)]
    [InlineData(65_537)]
    [InlineData(1_000_003)]
    [InlineData(PeopleDocument.MaximumBytes - 1)]
    [InlineData(PeopleDocument.MaximumBytes)]
    public void Large_sizes_are_exact(int bytes) => ShouldBePeople(PeopleDocument.Create(bytes, seed: 7), bytes);

    [Fact]
    public void The_default_size_is_exact_for_any_seed()
    {
        foreach (var seed in Enumerable.Range(0, 500).Append(int.MaxValue).Append(int.MinValue).Append(-1))
        {
            ShouldBePeople(PeopleDocument.Create(32_768, seed), 32_768);
        }
    }

    [Fact]
    public void Seed_gives_the_same_bytes_on_every_machine()
    {
        var document = PeopleDocument.Create(32_768, seed: 1);

        document.ShouldBe(PeopleDocument.Create(32_768, seed: 1));
        Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(document)).ShouldBe(
            "33b00a9974ae0658bb59d8eac21eb67c3eeea7f9266a162ad42c32e9096ef388",
            "a changed document makes old results incomparable: change it knowingly, and this line with it");
    }

    [Theory]
    [InlineData(64)]
    [InlineData(300)]
    [InlineData(32_768)]
    public void Different_seeds_give_different_documents(int bytes) =>
        Enumerable.Range(0, 1_000).Select(seed => Encoding.UTF8.GetString(PeopleDocument.Create(bytes, seed))).ShouldBeUnique();

    [Fact]
    public void Person_has_the_members_of_the_published_samples()
    {
        using var document = JsonDocument.Parse(PeopleDocument.Create(32_768, seed: 1));

        document.RootElement.GetArrayLength().ShouldBeInRange(12, 24);
        var person = document.RootElement[0];
        person.EnumerateObject().Select(member => member.Name).ShouldBe(
        [
            "_id", "index", "guid", "isActive", "balance", "picture", "age", "eyeColor", "name", "gender", "company", "email", "phone",
            "address", "about", "registered", "latitude", "longitude", "tags", "friends", "greeting", "favoriteFruit",
        ]);
        person.GetProperty("balance").GetString()!.ShouldMatch(@"^\$\d,\d{3}\.\d\d$");
        Guid.TryParse(person.GetProperty("guid").GetString(), out _).ShouldBeTrue();
        person.GetProperty("friends")[2].GetProperty("id").GetInt32().ShouldBe(2);
        document.RootElement.GetRawText().ShouldContain(letter => letter > 127, "some names have letters of two bytes");
    }

    [Fact]
    public void Gzip_compresses_the_default_document_to_about_a_third()
    {
        var gzip = new GzipCodec(CompressionLevel.Optimal);

        for (var seed = 0; seed < 50; seed++)
        {
            var document = PeopleDocument.Create(32_768, seed);
            (gzip.Encode(document).Length / (double)document.Length).ShouldBeInRange(0.30, 0.38);
        }
    }

    [Theory]
    [InlineData(63)]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(PeopleDocument.MaximumBytes + 1)]
    public void Rejects_a_size_outside_the_bounds(int bytes) =>
        Should.Throw<ArgumentOutOfRangeException>(() => PeopleDocument.Create(bytes, seed: 1))
            .Message.ShouldStartWith("The size of a document must be 64 to 16,777,216 bytes, not ");

    private static void ShouldBePeople(byte[] document, int bytes)
    {
        document.Length.ShouldBe(bytes);
        new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true).GetCharCount(document).ShouldBeLessThanOrEqualTo(bytes);
        using var parsed = JsonDocument.Parse(document);
        parsed.RootElement.ValueKind.ShouldBe(JsonValueKind.Array);
        parsed.RootElement.GetArrayLength().ShouldBeGreaterThan(0);

        var last = parsed.RootElement[parsed.RootElement.GetArrayLength() - 1].GetProperty("about").GetString()!;
        last.Length.ShouldBeInRange(30, 2_900);
        last.ShouldEndWith(".");
        last.ShouldNotContain("  ");
    }
}
