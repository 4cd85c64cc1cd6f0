using System.Text.Json.Serialization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>A line of JSON on the standard input of a worker. It executes one after another.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "command")]
[JsonDerivedType(typeof(Open), "open")]
[JsonDerivedType(typeof(Run), "run")]
[JsonDerivedType(typeof(Clean), "clean")]
[JsonDerivedType(typeof(RemoveShared), "removeShared")]
[JsonDerivedType(typeof(Pass), "pass")]
[JsonDerivedType(typeof(Cancel), "cancel")]
[JsonDerivedType(typeof(Ping), "ping")]
internal abstract record WorkerCommand
{
    private WorkerCommand() { }

    /// <summary>The first command. The reply is <see cref="WorkerReply.Opened"/> or <see cref="WorkerReply.Refused"/>.</summary>
    /// <param name="Benchmark">The name of the benchmark, which the JSON of a request does not have.</param>
    /// <param name="Request">The request of the job.</param>
    /// <param name="PayloadFile">The path of the values of the request's payload; null without one.</param>
    /// <param name="KeyPrefix">Prefix of every key.</param>
    /// <param name="Servers">The servers, in the order of the targets.</param>
    /// <param name="Share">The 0-based share of this node in each slice; null when it measures alone.</param>
    internal sealed record Open(string Benchmark, JobRequest Request, string? PayloadFile, string KeyPrefix, IReadOnlyList<ServerAttachment> Servers, int? Share) : WorkerCommand;

    /// <summary>The reply is <see cref="WorkerReply.Measured"/>, after a <see cref="WorkerReply.Arrived"/> for each stage when it has a gate.</summary>
    internal sealed record Run(SliceKey Slice, int Round, bool Warmup, bool HasGate) : WorkerCommand;

    /// <summary>Lets the slice continue after a stage. It has no reply.</summary>
    /// <param name="Stage">The stage.</param>
    /// <param name="StartAt">The timestamp at which the clock starts; null for other stages.</param>
    internal sealed record Pass(RunStage Stage, long? StartAt) : WorkerCommand;

    /// <summary>Removes the keys of a slice that a lost worker began to measure. The reply is <see cref="WorkerReply.Removed"/>.</summary>
    internal sealed record Clean(SliceKey Slice) : WorkerCommand;

    /// <summary>The reply is <see cref="WorkerReply.Removed"/>.</summary>
    internal sealed record RemoveShared(SliceKey Slice, bool IsCancelled) : WorkerCommand;

    /// <summary>Cancels the command that the worker executes. That command still has its reply.</summary>
    internal sealed record Cancel : WorkerCommand;

    /// <summary>The reply is <see cref="WorkerReply.Pong"/>, even while the worker executes another command.</summary>
    internal sealed record Ping : WorkerCommand;
}

/// <summary>A line of JSON on the standard output of a worker.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "reply")]
[JsonDerivedType(typeof(Opened), "opened")]
[JsonDerivedType(typeof(Refused), "refused")]
[JsonDerivedType(typeof(Arrived), "arrived")]
[JsonDerivedType(typeof(Measured), "measured")]
[JsonDerivedType(typeof(Removed), "removed")]
[JsonDerivedType(typeof(Pong), "pong")]
internal abstract record WorkerReply
{
    private WorkerReply() { }

    internal sealed record Opened(OpenedWorker Worker) : WorkerReply;

    internal sealed record Refused(Reason Reason) : WorkerReply;

    /// <summary>The slice waits for <see cref="WorkerCommand.Pass"/>.</summary>
    internal sealed record Arrived(RunStage Stage) : WorkerReply;

    internal sealed record Measured(SliceResult Result) : WorkerReply;

    /// <param name="Failure">Null when the keys are removed.</param>
    internal sealed record Removed(Reason? Failure) : WorkerReply;

    internal sealed record Pong : WorkerReply;
}
