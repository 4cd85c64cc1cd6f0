using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>The unbounded batch with each string compressed on one core.</summary>
public sealed class GzipAsPublished(InsertWorkload workload) : EncodedBatchAsPublished(Info, workload)
{
    public static StrategyInfo Info { get; } = new(
        "gzip-as-published", "gzip, as published", "The unbounded batch with each value compressed on one core.", typeof(GzipAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
    };

    protected override ICodec Codec { get; } = new GzipCodec(Gzip.Level(workload.Options));

    protected override byte[] Encode(string text) => Codec.Encode(Encoding.UTF8.GetBytes(text));
}
