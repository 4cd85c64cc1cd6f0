using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets;

/// <summary>How a job opens a server.</summary>
/// <param name="MemoryBytes">The peak of what the job stores.</param>
public sealed record ServerStart(long MemoryBytes)
{
    /// <summary>The cores of a server that RedisPerf starts, as in <c>0-1,4</c>; null for all cores.</summary>
    public string? Cores { get; init; }

    /// <summary>Settings of a server that RedisPerf starts, by the engine's own name, as in <see cref="ITarget.Settings"/>.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether a process that RedisPerf starts is started again after it was killed, on the same port and in the same folder.</summary>
    public bool Restarts { get; init; }

    /// <summary>The settings after the target has checked them.</summary>
    internal GivenSettings Given { get; init; } = GivenSettings.None;

    /// <summary>Receives the steps that take long, on any thread; without the name of the target.</summary>
    public Action<Reason> Report { get; init; } = _ => { };

    /// <summary>Called every few seconds with the reason and the time of a wait for a step that continues without the job. If it returns
    /// false, opening ends with the reason.</summary>
    public Func<Reason, TimeSpan, bool> Waits { get; init; } = (_, _) => true;

    /// <summary>Called after a few commands, which identify the server, and before all others: another job may measure it. An
    /// exception ends the opening.</summary>
    public Func<TargetServer, CancellationToken, Task> ConnectedAsync { get; init; } = (_, _) => Task.CompletedTask;
}
