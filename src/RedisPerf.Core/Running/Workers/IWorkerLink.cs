namespace RedisPerf.Core.Running.Workers;

/// <summary>One end of the connection between a node and a worker of its job. Each message arrives once, in order.</summary>
public interface IWorkerLink : IAsyncDisposable
{
    /// <summary>Sends a message, which has no line break.</summary>
    /// <exception cref="Targets.TargetException">The other end is lost, or the message cannot be stored.</exception>
    Task SendAsync(string message, CancellationToken ct);

    /// <summary>The next message of the other end; null when it was closed.</summary>
    /// <exception cref="Targets.TargetException">The other end is lost, or the messages cannot be read.</exception>
    Task<string?> ReadAsync(CancellationToken ct);
}
