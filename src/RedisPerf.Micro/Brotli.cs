using System.IO.Compression;
using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

public class Brotli : CodecBenchmark
{
    [Params(CompressionLevel.Fastest, CompressionLevel.Optimal, CompressionLevel.SmallestSize)]
    public CompressionLevel Level { get; set; }

    protected override ICodec CreateCodec() => new BrotliCodec(Level);
}
