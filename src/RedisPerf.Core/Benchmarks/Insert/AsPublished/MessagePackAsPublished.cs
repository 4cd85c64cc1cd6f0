using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>The unbounded batch, each document written as MessagePack on one core.</summary>
public sealed class MessagePackAsPublished(InsertWorkload workload) : EncodedBatchAsPublished(Info, workload, new MessagePackCodec())
{
    public static StrategyInfo Info { get; } = new("messagepack-as-published", "MessagePack, as published", "The unbounded batch with each document as MessagePack, on one core.", typeof(MessagePackAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
    };
}
