using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>messagepack</c> of <c>insert</c>.</summary>
public sealed class MessagePack(InsertWorkload workload) : DecodedRead(Info, workload, new Insert.MessagePack(workload), new MessagePackCodec())
{
    public static StrategyInfo Info { get; } = new(
        "messagepack", "MessagePack", "HGET of values in MessagePack, converted to JSON.", typeof(MessagePack))
    {
        UseIt = HgetDecodeSnippets.MessagePack,
    };
}
