using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>brotli</c> of <c>insert</c>.</summary>
public sealed class Brotli(InsertWorkload workload)
    : DecodedRead(Info, workload, new Insert.Brotli(workload), new BrotliCodec(workload.Options.BrotliLevel))
{
    public static StrategyInfo Info { get; } = new("brotli", "Brotli", "HGET of values compressed with Brotli.", typeof(Brotli))
    {
        UseIt = HgetDecodeSnippets.Brotli,
    };
}
