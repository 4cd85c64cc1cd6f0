using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

public class Lz4 : CodecBenchmark
{
    [Params(1, 3, 12)]
    public int Level { get; set; }

    protected override ICodec CreateCodec() => new Lz4Codec(Level);
}
