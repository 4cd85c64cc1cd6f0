using MessagePack;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>An application with objects serializes them directly and never creates JSON text. <c>messagepack</c> converts JSON text
/// instead, so the difference between the two is the cost of the text. The keys are integers, as in the package's quick start: with string
/// keys every object contains the names of its members.</summary>
public sealed class MessagePackTyped(InsertWorkload workload)
    : EncodedBatch(Info, workload, index => MessagePackSerializer.Serialize(workload.People(index)))
{
    public static StrategyInfo Info { get; } = new("messagepack-typed", "MessagePack of objects",
        "The batch with .NET objects serialized by MessagePackSerializer, without JSON.", typeof(MessagePackTyped))
    {
        IsDefault = false,
        UseIt = InsertSnippets.MessagePackTyped,
    };

    public override Reason? Unsupported => Workload.NotObjects;

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        // Creates the objects before the clock starts.
        _ = Workload.People(0);
        return base.SetupAsync(context, ct);
    }

    protected override bool Holds(byte[] stored, int index)
    {
        var sent = Workload.People(index);
        return Values.Decode(stored, Workload.Field(index).Payload.Length, UntrustedMessagePack.Deserialize<Person[]>) is { } people
            && people.Length == sent.Length
            && people.Zip(sent).All(pair => pair.First is { } person && person.IsSame(pair.Second));
    }
}
