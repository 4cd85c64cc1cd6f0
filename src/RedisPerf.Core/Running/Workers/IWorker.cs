using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>Measures the slices of a job's cases, in this process or in a separate process. One call at a time.</summary>
internal interface IWorker : IAsyncDisposable
{
    /// <summary>Creates the cases and connects to the servers of the job.</summary>
    /// <exception cref="TargetException">A server does not reply or refuses, or the worker did not start.</exception>
    Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct);

    /// <summary>Measures one slice. Every outcome is a result.</summary>
    /// <param name="round">The round, 0-based.</param>
    /// <param name="warmup">Whether the round is a warm-up.</param>
    Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, CancellationToken ct);

    /// <summary>The id of its process; null when it measures in this process or on another node.</summary>
    int? ProcessId => null;

    /// <summary>Why no further slice can be measured; null while it can.</summary>
    Reason? Lost => null;

    /// <summary>Removes the data that a case shares with other cases.</summary>
    /// <param name="slice">Any slice of one of these cases.</param>
    /// <param name="isCancelled">Whether a user cancelled the job and waits for its end.</param>
    /// <returns>Null when it is removed.</returns>
    Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled);
}

/// <summary>A worker that can measure a slice at the same time as the workers of other nodes.</summary>
internal interface ISynchronizedWorker : IWorker
{
    /// <summary>Measures one slice. Every outcome is a result.</summary>
    /// <param name="round">The round, 0-based.</param>
    /// <param name="warmup">Whether the round is a warm-up.</param>
    /// <param name="barrier">Where the slice waits for the other nodes that measure it; null when this worker measures it alone.</param>
    Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, IRunBarrier? barrier, CancellationToken ct);

    /// <summary>Removes the keys of a slice that another worker began to measure.</summary>
    /// <returns>Null when they are removed.</returns>
    Task<Reason?> CleanAsync(SliceKey slice);

    Task<SliceResult> IWorker.RunAsync(SliceKey slice, int round, bool warmup, CancellationToken ct) => RunAsync(slice, round, warmup, null, ct);
}

/// <summary>One slice of a case on one server, by their positions in the job.</summary>
/// <param name="Case">Index in <see cref="OpenedWorker.Cases"/>.</param>
/// <param name="Server">Index of the server in the servers of the job.</param>
/// <param name="Slice">Index of the slice in the run.</param>
internal readonly record struct SliceKey(int Case, int Server, int Slice)
{
    /// <summary>See <see cref="Benchmarks.Contract.Case.Probe"/>.</summary>
    public int? Probe { get; init; }

    /// <summary>The slice of all probes.</summary>
    [JsonIgnore]
    public SliceKey OfAll => this with { Probe = null };
}

/// <summary>What a worker measures with, and the cases of its job.</summary>
/// <param name="Client">The Redis client library and its version.</param>
/// <param name="Runtime">The .NET runtime.</param>
/// <param name="Targets">The environments of the servers, with the simulated link of the worker.</param>
/// <param name="Cases">In the order of the benchmark.</param>
internal sealed record OpenedWorker(string Client, string Runtime, IReadOnlyList<TargetEnvironment> Targets, IReadOnlyList<OpenedCase> Cases)
{
    /// <summary>The machine of the worker.</summary>
    public required WorkerMachine Machine { get; init; }

    /// <summary>The nodes that measure together, the one that executes the job first; empty for one node.</summary>
    public IReadOnlyList<LoadNode> LoadNodes { get; init; } = [];
}

/// <summary>A machine with workers.</summary>
/// <param name="Id">Equal for all nodes on one machine.</param>
/// <param name="Cores">Its logical processors, as far as the worker may use them.</param>
internal sealed record WorkerMachine(string Name, string Id, int Cores)
{
    public static WorkerMachine Here { get; } = new(Environment.MachineName, ThisMachine.Id, Environment.ProcessorCount);
}

/// <summary>A case of a worker, as the runner needs it.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="At">The values of the options that the job varies.</param>
/// <param name="IsFloor">Whether it is the floor.</param>
/// <param name="Needs">The required capabilities of the target.</param>
/// <param name="MaxCommandWords">Number of arguments of the longest command; 0 when it is short for all options.</param>
/// <param name="Slices">Number of slices of a run; 1 when a run is measured as a whole.</param>
/// <param name="Shared">The same number for all cases that share data; null for a case that shares none.</param>
/// <param name="Unsupported">Why the case cannot run with the payload of the job or with the client of the worker; null when it can.</param>
internal sealed record OpenedCase(
    string Strategy, Coordinates At, bool IsFloor, IReadOnlyList<string> Needs, long MaxCommandWords, int Slices, int? Shared, Reason? Unsupported)
{
    /// <inheritdoc cref="Case.NeedsOfValues"/>
    public IReadOnlyList<string> NeedsOfValues { get; init; } = [];

    public static OpenedCase Of(Case item, int? shared, Reason? missing) => new(
        item.Strategy.Name, item.At, item.Strategy.IsFloor, item.Needs, item.MaxCommandWords, Math.Max(1, item.Slices.Count), shared,
        missing ?? item.Unsupported)
    {
        NeedsOfValues = item.NeedsOfValues,
    };
}
