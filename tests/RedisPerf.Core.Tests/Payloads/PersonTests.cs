using System.Buffers;
using System.Text;
using System.Text.Json;
using MessagePack;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Payloads;

public sealed class PersonTests
{
    private static readonly Person Full = Person.ReadAll(PeopleDocument.Create(32_768, seed: 1))[0];

    public static TheoryData<string> Members => [.. typeof(Person).GetProperties().Select(property => property.Name)];

    [Fact]
    public void Objects_contain_the_whole_document()
    {
        for (var bytes = PeopleDocument.MinimumBytes; bytes <= 6_000; bytes += 7)
        {
            ShouldHoldAll(PeopleDocument.Create(bytes, seed: bytes));
        }

        for (var seed = 0; seed < 50; seed++)
        {
            ShouldHoldAll(PeopleDocument.Create(32_768, seed));
        }
    }

    [Fact]
    public void MessagePack_keeps_every_value()
    {
        foreach (var bytes in new[] { 64, 300, 2_387, 32_768 })
        {
            var people = Person.ReadAll(PeopleDocument.Create(bytes, seed: 3));

            var decoded = UntrustedMessagePack.Deserialize<Person[]>(Serialize(people)).ShouldNotBeNull();

            decoded.Length.ShouldBe(people.Length);
            decoded.Zip(people).ShouldAllBe(pair => pair.First.IsSame(pair.Second));
            ShouldBeDocument(decoded, PeopleDocument.Create(bytes, seed: 3));
        }
    }

    [Fact]
    public void Integer_keys_omit_member_names()
    {
        var document = PeopleDocument.Create(32_768, seed: 1);

        Serialize(Person.ReadAll(document)).Length.ShouldBe(22_781);
    }

    [Theory]
    [MemberData(nameof(Members))]
    public void IsSame_compares_all_members(string member)
    {
        var property = typeof(Person).GetProperty(member)!;
        var other = Full with { };
        Full.IsSame(other).ShouldBeTrue();
        property.SetValue(other, null);

        property.GetValue(Full).ShouldNotBeNull();
        Full.IsSame(other).ShouldBeFalse();
        other.IsSame(Full).ShouldBeFalse();
    }

    [Fact]
    public void IsSame_compares_array_items()
    {
        Full.IsSame(Full with { Tags = [.. Full.Tags!], Friends = [.. Full.Friends!] }).ShouldBeTrue();
        Full.IsSame(Full with { Tags = [.. Full.Tags![..^1], "other"] }).ShouldBeFalse();
        Full.IsSame(Full with { Tags = Full.Tags![..^1] }).ShouldBeFalse();
        Full.IsSame(Full with { Friends = [.. Full.Friends![..^1], new Friend(2, "Other Friend")] }).ShouldBeFalse();
    }

    [Theory]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("[{\"unknown\":1}]")]
    [InlineData("[{\"index\":1.5}]")]
    public void Rejects_other_documents(string json) =>
        Should.Throw<JsonException>(() => Person.ReadAll(Encoding.UTF8.GetBytes(json)));

    private static byte[] Serialize(Person[] people) =>
        MessagePackSerializer.Serialize(people, cancellationToken: TestContext.Current.CancellationToken);

    private static void ShouldHoldAll(byte[] document) => ShouldBeDocument(Person.ReadAll(document), document);

    private static void ShouldBeDocument(Person[] people, byte[] document)
    {
        var written = new ArrayBufferWriter<byte>(document.Length);
        using (var json = new Utf8JsonWriter(written, JsonLayout.Indented))
        {
            Person.WriteAll(json, people);
        }

        written.WrittenSpan.SequenceEqual(document).ShouldBeTrue($"{document.Length} bytes come back unchanged");
    }
}
