using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The same document in a binary format: no quotes, no indentation, binary numbers.</summary>
public sealed class MessagePack(InsertWorkload workload) : EncodedBatch(Info, workload, new MessagePackCodec())
{
    public static StrategyInfo Info { get; } = new(
        "messagepack", "MessagePack", "The batch with each JSON document converted to MessagePack.", typeof(MessagePack))
    {
        UseIt = InsertSnippets.MessagePack,
    };
}
