using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

public class Brotli : CodecBenchmark
{
    [Params(0, 1, 4, 11)]
    public int Level { get; set; }

    protected override ICodec CreateCodec() => new BrotliCodec(Level);
}
