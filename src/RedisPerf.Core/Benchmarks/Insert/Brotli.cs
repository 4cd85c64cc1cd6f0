using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>At its low levels, smaller than LZ4 and faster than gzip.</summary>
public sealed class Brotli(InsertWorkload workload) : EncodedBatch(Info, workload, new BrotliCodec(workload.Options.BrotliLevel))
{
    public static StrategyInfo Info { get; } = new(
        "brotli", "Brotli", "The batch with each value compressed with Brotli, on all cores.", typeof(Brotli))
    {
        IsDefault = false,
        UseIt = InsertSnippets.Brotli,
    };
}
