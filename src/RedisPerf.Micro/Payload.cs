using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Micro;

/// <summary>Creates the document, which a job does before the clock starts.</summary>
[MemoryDiagnoser]
public class Payload
{
    [Params(1_024, 32_768, 1_048_576)]
    public int Bytes { get; set; }

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public byte[] Create() => PeopleDocument.Create(Bytes, seed: 1);
}
