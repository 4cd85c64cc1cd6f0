using System.IO.Compression;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Fewer bytes on the wire and in memory, paid for in client CPU.</summary>
public sealed class Gzip(InsertWorkload workload) : EncodedBatch(Info, workload, new GzipCodec(Level(workload.Options)))
{
    public static StrategyInfo Info { get; } = new("gzip", "gzip", "The batch with each value compressed, on all cores.", typeof(Gzip));

    /// <summary>The library's word for the option's choice.</summary>
    public static CompressionLevel Level(InsertOptions options) => options.CompressionLevel switch
    {
        CompressionChoice.Fastest => CompressionLevel.Fastest,
        CompressionChoice.Smallest => CompressionLevel.SmallestSize,
        _ => CompressionLevel.Optimal,
    };
}
