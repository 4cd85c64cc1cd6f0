using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>lz4</c> of <c>insert</c>.</summary>
public sealed class Lz4(InsertWorkload workload) : DecodedRead(Info, workload, new Insert.Lz4(workload), new Lz4Codec(workload.Options.Lz4Level))
{
    public static StrategyInfo Info { get; } = new("lz4", "LZ4", "HGET of values compressed with LZ4.", typeof(Lz4))
    {
        UseIt = HgetDecodeSnippets.Lz4,
    };
}
