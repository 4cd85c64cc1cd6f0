using MessagePack;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>The unbounded batch with each document serialized on one core. The article serializes the JSON text as one string, so the value
/// is the text with a header of up to five bytes: it becomes no shorter.</summary>
public sealed class MessagePackAsPublished(InsertWorkload workload) : EncodedBatchAsPublished(Info, workload)
{
    public static StrategyInfo Info { get; } = new("messagepack-as-published", "MessagePack, as published",
        "The unbounded batch with each JSON text serialized as one MessagePack string, on one core.", typeof(MessagePackAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
    };

    protected override byte[] Encode(string text) => MessagePackSerializer.Serialize(text);

    protected override bool Holds(byte[] stored, int index) =>
        Values.Decode(stored, Workload.Field(index).Payload.Length, UntrustedMessagePack.Deserialize<string>) == Workload.Text(index);
}
