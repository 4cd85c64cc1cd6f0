namespace RedisPerf.Core.Running.Sharing;

/// <summary>The messages between the node that executes a job and one that assists it. Each arrives once, in order.</summary>
public interface IAssistantLink : IAsyncDisposable
{
    /// <summary>The name of the other node.</summary>
    string Node { get; }

    /// <summary>Sends a message.</summary>
    /// <exception cref="Targets.TargetException">The other node is lost, or the messages cannot be stored.</exception>
    Task SendAsync(string message, CancellationToken ct);

    /// <summary>The next message of the other node.</summary>
    /// <exception cref="Targets.TargetException">The other node is lost, or the messages cannot be read.</exception>
    Task<string> ReadAsync(CancellationToken ct);
}
