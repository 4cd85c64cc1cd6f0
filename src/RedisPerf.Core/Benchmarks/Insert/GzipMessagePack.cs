using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>MessagePack first, so that gzip has less to compress.</summary>
public sealed class GzipMessagePack(InsertWorkload workload)
    : EncodedBatch(Info, workload, new ChainedCodec(inner: new MessagePackCodec(), outer: new GzipCodec(Gzip.Level(workload.Options))))
{
    public static StrategyInfo Info { get; } = new("gzip-messagepack", "gzip of MessagePack", "The batch with each document as MessagePack, then compressed.", typeof(GzipMessagePack));
}
