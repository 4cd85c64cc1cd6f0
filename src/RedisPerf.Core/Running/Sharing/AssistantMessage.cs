using System.Text.Json;
using System.Text.Json.Serialization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>A message between the node that executes a job and one that assists it, as JSON. It has no address and no password: each node connects as it is configured.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "message")]
[JsonDerivedType(typeof(Open), "open")]
[JsonDerivedType(typeof(Run), "run")]
[JsonDerivedType(typeof(Pass), "pass")]
[JsonDerivedType(typeof(Cancel), "cancel")]
[JsonDerivedType(typeof(End), "end")]
[JsonDerivedType(typeof(Opened), "opened")]
[JsonDerivedType(typeof(Refused), "refused")]
[JsonDerivedType(typeof(Arrived), "arrived")]
[JsonDerivedType(typeof(Measured), "measured")]
[JsonDerivedType(typeof(Ended), "ended")]
internal abstract record AssistantMessage
{
    private AssistantMessage() { }

    public static AssistantMessage Parse(string text) => JsonSerializer.Deserialize<AssistantMessage>(text, ModelJson.Options)!;

    public string ToText() => JsonSerializer.Serialize(this, ModelJson.Options);

    /// <summary>To the assistant: the first message. The reply is <see cref="Opened"/> or <see cref="Refused"/>.</summary>
    /// <param name="Identities">For each target of the request, what identifies its server.</param>
    /// <param name="Leases">For each target, the value of the lease that the sender has on its server; null without a lease.</param>
    internal sealed record Open(IReadOnlyList<IReadOnlyDictionary<string, string>> Identities, IReadOnlyList<string?> Leases) : AssistantMessage;

    /// <summary>To the assistant: measures its share of a slice. The messages of a slice have its number, so that a late one does not belong to the next slice. The reply is <see cref="Measured"/>, after <see cref="Arrived"/> for each stage.</summary>
    internal sealed record Run(int Number, SliceKey Slice, int Round, bool Warmup) : AssistantMessage;

    /// <summary>To the assistant: all nodes have reached the stage.</summary>
    /// <param name="Number">The slice.</param>
    /// <param name="Stage">The stage.</param>
    /// <param name="StartAt">The start of the clock, in microseconds of the shared clock; null for other stages.</param>
    internal sealed record Pass(int Number, RunStage Stage, long? StartAt) : AssistantMessage;

    /// <summary>To the assistant: cancels the slice, which still has its reply.</summary>
    internal sealed record Cancel(int Number) : AssistantMessage;

    /// <summary>To the assistant: the job has ended. The reply is <see cref="Ended"/>.</summary>
    internal sealed record End : AssistantMessage;

    /// <summary>From the assistant.</summary>
    /// <param name="Machine">The name of its machine.</param>
    /// <param name="MachineId">Equal for all nodes on one machine.</param>
    /// <param name="Cores">The logical processors of its machine.</param>
    internal sealed record Opened(string Machine, string MachineId, int Cores) : AssistantMessage;

    internal sealed record Refused(Reason Reason) : AssistantMessage;

    internal sealed record Arrived(int Number, RunStage Stage) : AssistantMessage;

    /// <summary>From the assistant.</summary>
    /// <param name="Number">The slice.</param>
    /// <param name="Result">Its result.</param>
    /// <param name="StartedAt">The start of the clock, in microseconds of the shared clock.</param>
    /// <param name="ClockError">Seconds by which the shared clock may be wrong.</param>
    internal sealed record Measured(int Number, SliceResult Result, long StartedAt, double ClockError) : AssistantMessage;

    /// <summary>From the assistant: the last message. Its worker has ended, and it no longer sends commands to the servers.</summary>
    internal sealed record Ended : AssistantMessage;
}
