using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>zstd</c> of <c>insert</c>.</summary>
public sealed class Zstd(InsertWorkload workload) : DecodedRead(Info, workload, new Insert.Zstd(workload), new ZstdCodec(workload.Options.ZstdLevel))
{
    public static StrategyInfo Info { get; } = new("zstd", "Zstandard", "HGET of values compressed with Zstandard.", typeof(Zstd))
    {
        UseIt = HgetDecodeSnippets.Zstd,
    };
}
