using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The same document in a binary form: no quotes, no indentation, numbers as numbers.</summary>
public sealed class MessagePack(InsertWorkload workload) : EncodedBatch(Info, workload, new MessagePackCodec())
{
    public static StrategyInfo Info { get; } = new("messagepack", "MessagePack", "The batch with each JSON document written as MessagePack.", typeof(MessagePack));
}
