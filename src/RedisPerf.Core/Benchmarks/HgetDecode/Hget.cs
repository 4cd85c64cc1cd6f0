using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>batch</c> of <c>insert</c>: no decoding, and the most bytes.</summary>
public sealed class Hget(InsertWorkload workload) : DecodedRead(Info, workload, Batch.Create(workload), codec: null)
{
    public static StrategyInfo Info { get; } = new("hget", "HGET", "HGET of the JSON documents as they are.", typeof(Hget))
    {
        UseIt = HgetDecodeSnippets.Hget,
    };
}
