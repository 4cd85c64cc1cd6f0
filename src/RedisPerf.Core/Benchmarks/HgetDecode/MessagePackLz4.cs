using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>messagepack-lz4</c> of <c>insert</c>.</summary>
public sealed class MessagePackLz4(InsertWorkload workload)
    : DecodedRead(Info, workload, new Insert.MessagePackLz4(workload), new MessagePackLz4Codec())
{
    public static StrategyInfo Info { get; } = new(
        "messagepack-lz4", "MessagePack with LZ4", "HGET of values in MessagePack, compressed with LZ4.", typeof(MessagePackLz4))
    {
        UseIt = HgetDecodeSnippets.MessagePackLz4,
    };
}
