using MessagePack;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Tests.Codecs;

public sealed class UntrustedMessagePackTests
{
    private static readonly byte[] People = Serialize(Person.ReadAll(PeopleDocument.Create(3_000, seed: 2)));

    [Fact]
    public void Returns_objects_and_strings()
    {
        Serialize(UntrustedMessagePack.Deserialize<Person[]>(People)).ShouldBe(People);
        UntrustedMessagePack.Deserialize<string>(Serialize("Łukasz")).ShouldBe("Łukasz");
        UntrustedMessagePack.Deserialize<Person[]>((byte[])[0xC0]).ShouldBeNull();
    }

    [Theory]
    [InlineData("")]
    [InlineData("C1")]
    [InlineData("81A16101")]
    [InlineData("9105")]
    [InlineData("DD7FFFFFFF")]
    [InlineData("DDFFFFFFFF")]
    [InlineData("91DD7FFFFFFF")]
    [InlineData("9191DBFFFFFFFF")]
    [InlineData("9191C3")]
    [InlineData("90C0")]
    [InlineData("A161")]
    public void Invalid_data_throws_InvalidDataException(string hex) =>
        Should.Throw<InvalidDataException>(() => UntrustedMessagePack.Deserialize<Person[]>(Convert.FromHexString(hex)))
            .Message.ShouldStartWith($"These {hex.Length / 2} bytes are not ");

    [Fact]
    public void Truncated_data_throws_InvalidDataException()
    {
        for (var length = 0; length < People.Length; length++)
        {
            Should.Throw<InvalidDataException>(() => UntrustedMessagePack.Deserialize<Person[]>(People.AsMemory(0, length)));
        }
    }

    [Fact]
    public void A_deeply_nested_unknown_member_does_not_overflow_the_stack()
    {
        byte[] unknown = [0x91, 0xDC, 0, 23, .. Enumerable.Repeat((byte)0xC0, 22), .. Enumerable.Repeat((byte)0x91, 1_000_000), 0xC0];

        UntrustedMessagePack.Deserialize<Person[]>(unknown)!.ShouldHaveSingleItem().About.ShouldBeNull();
    }

    [Fact]
    public void Deserializing_10000_mutated_values_gives_objects_or_InvalidDataException()
    {
        var mutations = new Mutations(seed: 48506, [People, Serialize(Person.ReadAll(PeopleDocument.Create(200, seed: 1)))]);
        var invalid = 0;
        for (var attempt = 0; attempt < 10_000; attempt++)
        {
            var bytes = mutations.Next();
            try
            {
                UntrustedMessagePack.Deserialize<Person[]>(bytes);
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
        invalid.ShouldBeInRange(3_000, 9_900);
    }

    private static byte[] Serialize<T>(T value) => MessagePackSerializer.Serialize(value, cancellationToken: TestContext.Current.CancellationToken);
}
