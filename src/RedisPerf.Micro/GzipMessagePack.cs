using System.IO.Compression;
using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

public class GzipMessagePack : CodecBenchmark
{
    [Params(CompressionLevel.Fastest, CompressionLevel.Optimal)]
    public CompressionLevel Level { get; set; }

    protected override ICodec CreateCodec() => new ChainedCodec(new MessagePackCodec(), new GzipCodec(Level));
}
