using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

public class Zstd : CodecBenchmark
{
    [Params(1, 3, 9, 19)]
    public int Level { get; set; }

    protected override ICodec CreateCodec() => new ZstdCodec(Level);
}
