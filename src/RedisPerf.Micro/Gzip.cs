using System.IO.Compression;
using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

public class Gzip : CodecBenchmark
{
    [Params(CompressionLevel.Fastest, CompressionLevel.Optimal, CompressionLevel.SmallestSize)]
    public CompressionLevel Level { get; set; }

    protected override ICodec CreateCodec() => new GzipCodec(Level);
}
