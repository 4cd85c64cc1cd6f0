using MessagePack;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>The unbounded batch with each JSON text serialized as one MessagePack string and compressed, on one core.</summary>
public sealed class GzipMessagePackAsPublished(InsertWorkload workload) : EncodedBatchAsPublished(Info, workload)
{
    private readonly GzipCodec _gzip = new(Gzip.Level(workload.Options));

    public static StrategyInfo Info { get; } = new("gzip-messagepack-as-published", "gzip of MessagePack, as published",
        "The unbounded batch with each JSON text serialized as one MessagePack string, then compressed, on one core.",
        typeof(GzipMessagePackAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
    };

    protected override byte[] Encode(string text) => _gzip.Encode(MessagePackSerializer.Serialize(text));

    protected override bool Holds(byte[] stored, int index) =>
        Values.Decode(stored, Workload.Field(index).Payload.Length, bytes => UntrustedMessagePack.Deserialize<string>(_gzip.Decode(bytes)))
            == Workload.Text(index);
}
