using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Micro;

/// <summary>Encodes one HSET as the floor does: the bytes around the payloads, which are shared and not copied.</summary>
[MemoryDiagnoser]
public class Resp
{
    private HashField[] _fields = null!;

    [Params(1, 100)]
    public int Fields { get; set; }

    [GlobalSetup]
    public void Prepare()
    {
        var payload = PeopleDocument.Create(32_768, seed: 1);
        _fields = [.. Enumerable.Range(0, Fields).Select(name => new HashField("redisperf:0123456789abcdef0123456789abcdef:0", name, payload))];
    }

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public ArraySegment<byte>[] Encode() => Floor.Encode(_fields);
}
