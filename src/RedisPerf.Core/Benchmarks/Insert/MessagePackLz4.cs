using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>MessagePack with the compression that its package offers.</summary>
public sealed class MessagePackLz4(InsertWorkload workload) : EncodedBatch(Info, workload, new MessagePackLz4Codec())
{
    public static StrategyInfo Info { get; } = new("messagepack-lz4", "LZ4 of MessagePack",
        "The batch with each document converted to MessagePack, then compressed with LZ4 by its package.", typeof(MessagePackLz4))
    {
        IsDefault = false,
        UseIt = InsertSnippets.MessagePackLz4,
    };
}
