using BenchmarkDotNet.Attributes;
using MessagePack;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Micro;

/// <summary>Serializes and deserializes the objects of the document, as the strategy <c>messagepack-typed</c>. The difference from
/// <see cref="MessagePack"/> is the cost of JSON text.</summary>
[MemoryDiagnoser]
public class MessagePackTyped
{
    private Person[] _people = null!;
    private byte[] _encoded = null!;

    [Params(1_024, 32_768, 1_048_576)]
    public int Bytes { get; set; }

    [GlobalSetup]
    public void Prepare()
    {
        _people = Person.ReadAll(PeopleDocument.Create(Bytes, seed: 1));
        _encoded = MessagePackSerializer.Serialize(_people);
    }

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public byte[] Encode() => MessagePackSerializer.Serialize(_people);

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public Person[]? Decode() => UntrustedMessagePack.Deserialize<Person[]>(_encoded);
}
