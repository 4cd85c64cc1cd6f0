using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>As small as gzip, in less than half of its encoding time.</summary>
public sealed class Zstd(InsertWorkload workload) : EncodedBatch(Info, workload, new ZstdCodec(workload.Options.ZstdLevel))
{
    public static StrategyInfo Info { get; } = new(
        "zstd", "Zstandard", "The batch with each value compressed with Zstandard, on all cores.", typeof(Zstd))
    {
        IsDefault = false,
        UseIt = InsertSnippets.Zstd,
    };
}
