using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>The unbounded batch, each document written as MessagePack and compressed on one core.</summary>
public sealed class GzipMessagePackAsPublished(InsertWorkload workload)
    : EncodedBatchAsPublished(Info, workload, new ChainedCodec(inner: new MessagePackCodec(), outer: new GzipCodec(Gzip.Level(workload.Options))))
{
    public static StrategyInfo Info { get; } = new("gzip-messagepack-as-published", "gzip of MessagePack, as published", "The unbounded batch with each document as MessagePack, compressed on one core.", typeof(GzipMessagePackAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
    };
}
