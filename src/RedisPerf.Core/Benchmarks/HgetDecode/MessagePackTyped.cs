using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads the values of the strategy <c>messagepack-typed</c> of <c>insert</c>: an application with objects
/// never creates JSON text.</summary>
public sealed class MessagePackTyped(InsertWorkload workload) : DecodedRead(Info, workload, new Insert.MessagePackTyped(workload), codec: null)
{
    public static StrategyInfo Info { get; } = new(
        "messagepack-typed", "MessagePack of objects", "HGET of MessagePack, deserialized as .NET objects.", typeof(MessagePackTyped))
    {
        IsDefault = false,
        UseIt = HgetDecodeSnippets.MessagePackTyped,
    };

    protected override bool Holds(ReadOnlyMemory<byte> stored, int index)
    {
        var start = Stopwatch.GetTimestamp();
        var people = UntrustedMessagePack.Deserialize<Person[]>(stored);
        AddDecoding(start);
        var sent = Workload.People(index);
        return people is not null && people.Length == sent.Length
            && people.Zip(sent).All(pair => pair.First is { } person && person.IsSame(pair.Second));
    }
}
