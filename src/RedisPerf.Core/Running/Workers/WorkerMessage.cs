using System.Text.Json;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers.Plugins;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>A message between the node that executes a job and one of its workers, as JSON without line breaks. A worker is a process of
/// this node or another node; both have the same messages. A worker executes one command after another, and each has one reply.</summary>
/// <param name="Number">The number of the command to which the message belongs, so that a late message does not belong to the next command;
/// 0 for a message of the worker as a whole.</param>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "message")]
[JsonDerivedType(typeof(Open), "open")]
[JsonDerivedType(typeof(Describe), "describe")]
[JsonDerivedType(typeof(Run), "run")]
[JsonDerivedType(typeof(Pass), "pass")]
[JsonDerivedType(typeof(Clean), "clean")]
[JsonDerivedType(typeof(RemoveShared), "removeShared")]
[JsonDerivedType(typeof(Cancel), "cancel")]
[JsonDerivedType(typeof(Ping), "ping")]
[JsonDerivedType(typeof(End), "end")]
[JsonDerivedType(typeof(Opened), "opened")]
[JsonDerivedType(typeof(Described), "described")]
[JsonDerivedType(typeof(Refused), "refused")]
[JsonDerivedType(typeof(Arrived), "arrived")]
[JsonDerivedType(typeof(Measured), "measured")]
[JsonDerivedType(typeof(Removed), "removed")]
[JsonDerivedType(typeof(Pong), "pong")]
[JsonDerivedType(typeof(Ended), "ended")]
internal abstract record WorkerMessage(int Number)
{
    /// <summary>Characters of a message. The longest are the cases of a large job and the latencies of a slice, below 1 MB.</summary>
    public const int MaximumLength = 16 << 20;

    /// <exception cref="InvalidDataException">The text is too long.</exception>
    /// <exception cref="JsonException">The text is not a message.</exception>
    public static WorkerMessage Parse(string text) => JsonSerializer.Deserialize<WorkerMessage>(Bounded(text), ModelJson.Options)!;

    /// <exception cref="InvalidDataException">The message is too long.</exception>
    public string ToText() => Bounded(JsonSerializer.Serialize(this, ModelJson.Options));

    private static string Bounded(string text) => text.Length <= MaximumLength
        ? text
        : throw new InvalidDataException($"A message of a worker has {text.Length} characters; the maximum is {MaximumLength}.");

    /// <summary>The first command. The reply is <see cref="Opened"/> or <see cref="Refused"/>.</summary>
    /// <param name="Number">The number of the command.</param>
    /// <param name="Benchmark">The name of the benchmark, which the JSON of a request does not have.</param>
    /// <param name="PayloadFile">The path of the values of the request's payload on this machine; null without one, and for another node.</param>
    /// <param name="KeyPrefix">Prefix of every key.</param>
    /// <param name="Servers">The servers, in the order of the targets.</param>
    /// <param name="Share">The 0-based share of the worker in each slice; null when it measures alone.</param>
    /// <param name="Plugins">The files with strategies of the request; empty for another node.</param>
    internal sealed record Open(
        int Number, string Benchmark, JobRequest Request, string? PayloadFile, string KeyPrefix, IReadOnlyList<ServerToOpen> Servers, int? Share,
        IReadOnlyList<PluginFile> Plugins)
        : WorkerMessage(Number);

    /// <summary>Finds the strategies of a file. The reply is <see cref="Described"/> or <see cref="Refused"/>.</summary>
    /// <param name="Number">The number of the command.</param>
    /// <param name="Path">An absolute path.</param>
    internal sealed record Describe(int Number, string Path) : WorkerMessage(Number);

    /// <summary>Measures a slice. The reply is <see cref="Measured"/>, after an <see cref="Arrived"/> for each stage when it has a barrier.</summary>
    internal sealed record Run(int Number, SliceKey Slice, int Round, bool Warmup, bool HasBarrier) : WorkerMessage(Number);

    /// <summary>All workers have reached the stage: the slice continues. It has no reply.</summary>
    /// <param name="Number">The number of the <see cref="Run"/>.</param>
    /// <param name="StartAt">The start of the clock, in microseconds of the clock that both ends read; null for other stages.</param>
    internal sealed record Pass(int Number, RunStage Stage, long? StartAt) : WorkerMessage(Number);

    /// <summary>Removes the keys of a slice that a lost worker began to measure. The reply is <see cref="Removed"/>.</summary>
    internal sealed record Clean(int Number, SliceKey Slice) : WorkerMessage(Number);

    /// <summary>Removes the data that cases share. The reply is <see cref="Removed"/>.</summary>
    internal sealed record RemoveShared(int Number, SliceKey Slice, bool IsCancelled) : WorkerMessage(Number);

    /// <summary>Cancels the command of this number, which still has its reply.</summary>
    internal sealed record Cancel(int Number) : WorkerMessage(Number);

    /// <summary>The reply is <see cref="Pong"/>, even while the worker executes a command.</summary>
    internal sealed record Ping() : WorkerMessage(0);

    /// <summary>The job has ended. Another node replies <see cref="Ended"/>; a process ends.</summary>
    internal sealed record End() : WorkerMessage(0);

    internal sealed record Opened(int Number, OpenedWorker Worker) : WorkerMessage(Number);

    internal sealed record Described(int Number, Plugin Plugin) : WorkerMessage(Number);

    internal sealed record Refused(int Number, Reason Reason) : WorkerMessage(Number);

    /// <summary>The slice waits for <see cref="Pass"/>.</summary>
    internal sealed record Arrived(int Number, RunStage Stage) : WorkerMessage(Number);

    /// <param name="Number">The number of the <see cref="Run"/>.</param>
    /// <param name="StartedAt">The start of its clock, in microseconds of the clock that both ends read.</param>
    /// <param name="ClockError">Seconds by which that clock may be wrong.</param>
    internal sealed record Measured(int Number, SliceResult Result, long StartedAt, double ClockError) : WorkerMessage(Number);

    /// <param name="Number">The number of the command.</param>
    /// <param name="Failure">Null when the keys are removed.</param>
    internal sealed record Removed(int Number, Reason? Failure) : WorkerMessage(Number);

    internal sealed record Pong() : WorkerMessage(0);

    /// <summary>The last message of another node. It no longer sends commands to the servers.</summary>
    internal sealed record Ended() : WorkerMessage(0);
}

/// <summary>A server as a worker opens it.</summary>
/// <param name="Attachment">How a process of this node connects; null for another node, which connects as it is configured.</param>
/// <param name="Identity">What identifies the server, by name.</param>
/// <param name="Lease">The value of the lease that the sender has on the server; null without a lease.</param>
internal sealed record ServerToOpen(ServerAttachment? Attachment, IReadOnlyDictionary<string, string> Identity, string? Lease)
{
    /// <summary>For a process of this node.</summary>
    public static ServerToOpen Here(TargetServer server) => Of(server.Attachment, isHere: true);

    /// <summary>For another node: without an address and a password.</summary>
    public static ServerToOpen OnOtherNode(TargetServer server) => Of(server.Attachment, isHere: false);

    private static ServerToOpen Of(ServerAttachment attachment, bool isHere) =>
        new(isHere ? attachment : null, attachment.Identity, attachment.Lease);
}
