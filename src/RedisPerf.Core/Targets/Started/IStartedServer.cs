namespace RedisPerf.Core.Targets.Started;

/// <summary>A server that we started, as a process or a container; disposing it ends it.</summary>
internal interface IStartedServer : IAsyncDisposable
{
    /// <summary>Null where it is not a process of this machine's that we may look at.</summary>
    int? ProcessId { get; }

    /// <summary>User and system; null once it has ended, or where only the server itself tells.</summary>
    TimeSpan? CpuTime { get; }

    /// <summary>Bytes; null once it has ended, or where only the server itself tells.</summary>
    long? ResidentMemory { get; }

    /// <summary>How it ended and its own last words; null while it runs, or is not known to have ended.</summary>
    string? Epitaph { get; }

    /// <summary>Waits for its end, but no longer than that.</summary>
    Task WaitForExitAsync(TimeSpan limit, CancellationToken ct);
}
