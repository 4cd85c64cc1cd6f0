using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>MessagePack first, so that gzip compresses fewer bytes.</summary>
public sealed class GzipMessagePack(InsertWorkload workload)
    : EncodedBatch(Info, workload, new ChainedCodec(inner: new MessagePackCodec(), outer: new GzipCodec(Gzip.Level(workload.Options))))
{
    public static StrategyInfo Info { get; } = new("gzip-messagepack", "gzip of MessagePack",
        "The batch with each document converted to MessagePack, then compressed with gzip.", typeof(GzipMessagePack))
    {
        UseIt = InsertSnippets.GzipMessagePack,
    };
}
