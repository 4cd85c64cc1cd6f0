using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Trades size for speed: the fastest encoder here, which halves a JSON document.</summary>
public sealed class Lz4(InsertWorkload workload) : EncodedBatch(Info, workload, new Lz4Codec(workload.Options.Lz4Level))
{
    public static StrategyInfo Info { get; } = new("lz4", "LZ4", "The batch with each value compressed with LZ4, on all cores.", typeof(Lz4))
    {
        IsDefault = false,
        UseIt = InsertSnippets.Lz4,
    };
}
