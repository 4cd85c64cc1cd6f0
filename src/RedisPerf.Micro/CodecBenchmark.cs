using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Micro;

/// <summary>Encodes and decodes with one codec the default document of <c>insert</c>, a smaller one and a larger one.</summary>
[MemoryDiagnoser]
public abstract class CodecBenchmark
{
    private ICodec _codec = null!;
    private byte[] _encoded = null!;

    [Params(1_024, 32_768, 1_048_576)]
    public int Bytes { get; set; }

    protected byte[] Document { get; private set; } = null!;

    [GlobalSetup]
    public void Prepare()
    {
        _codec = CreateCodec();
        Document = PeopleDocument.Create(Bytes, seed: 1);
        _encoded = _codec.Encode(Document);
    }

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public byte[] Encode() => _codec.Encode(Document);

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public byte[] Decode() => _codec.Decode(_encoded);

    protected abstract ICodec CreateCodec();
}
