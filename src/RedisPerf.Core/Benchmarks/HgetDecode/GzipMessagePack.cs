using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>gzip-messagepack</c> of <c>insert</c>.</summary>
public sealed class GzipMessagePack(InsertWorkload workload) : DecodedRead(Info, workload, new Insert.GzipMessagePack(workload),
    new ChainedCodec(inner: new MessagePackCodec(), outer: new GzipCodec(Insert.Gzip.Level(workload.Options))))
{
    public static StrategyInfo Info { get; } = new(
        "gzip-messagepack", "gzip of MessagePack", "HGET of values in MessagePack, compressed with gzip.", typeof(GzipMessagePack))
    {
        UseIt = HgetDecodeSnippets.GzipMessagePack,
    };
}
