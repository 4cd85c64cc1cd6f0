using System.IO.Compression;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Fewer bytes on the wire and in memory, at the cost of client CPU time.</summary>
public sealed class Gzip(InsertWorkload workload) : EncodedBatch(Info, workload, new GzipCodec(Level(workload.Options)))
{
    public static StrategyInfo Info { get; } = new("gzip", "gzip", "The batch with each value compressed with gzip, on all cores.", typeof(Gzip))
    {
        UseIt = InsertSnippets.Gzip,
    };

    /// <summary>Maps the option to the framework's compression level.</summary>
    public static CompressionLevel Level(InsertOptions options) => options.CompressionLevel switch
    {
        CompressionChoice.Fastest => CompressionLevel.Fastest,
        CompressionChoice.Smallest => CompressionLevel.SmallestSize,
        _ => CompressionLevel.Optimal,
    };
}
