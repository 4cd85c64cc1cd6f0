using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>gzip</c> of <c>insert</c>.</summary>
public sealed class Gzip(InsertWorkload workload)
    : DecodedRead(Info, workload, new Insert.Gzip(workload), new GzipCodec(Insert.Gzip.Level(workload.Options)))
{
    public static StrategyInfo Info { get; } = new("gzip", "gzip", "HGET of values compressed with gzip.", typeof(Gzip))
    {
        UseIt = HgetDecodeSnippets.Gzip,
    };
}
