using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>A process or container that RedisPerf started; disposing it stops it.</summary>
internal interface IStartedServer : IAsyncDisposable
{
    /// <summary>Null when it is not an accessible process of this machine.</summary>
    int? ProcessId { get; }

    /// <summary>User and system; null once it has ended, or when only the server itself reports it.</summary>
    TimeSpan? CpuTime { get; }

    /// <summary>Bytes; null once it has ended, or when only the server itself reports it.</summary>
    long? ResidentMemory { get; }

    /// <summary>How it ended, with its last lines; null while it runs, or is not known to have ended.</summary>
    Reason? EndReason { get; }

    /// <summary>Whether it uses all cores although its start names some, because those of this machine are not its own.</summary>
    bool IgnoresCores => false;

    /// <summary>Its own folder on this machine, in which it writes; null in a container, and for a server of another process.</summary>
    string? Folder => null;

    /// <summary>The file with the id of its current process; null for a server that is not started again after it was killed.</summary>
    string? ProcessFile => null;

    /// <summary>Kills its process, which is then started again. Only with <see cref="ProcessFile"/>.</summary>
    void KillProcess() => throw new NotSupportedException();

    /// <summary>Waits until it ends, for at most the limit.</summary>
    Task WaitForExitAsync(TimeSpan limit, CancellationToken ct);
}
