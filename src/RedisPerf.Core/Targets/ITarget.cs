namespace RedisPerf.Core.Targets;

/// <summary>A server under test: what can be said of it before a job, and how a job gets it.</summary>
public interface ITarget
{
    string Name { get; }

    TargetSource Source { get; }

    /// <summary>Never throws for trouble of the target: that is a status with its reason.</summary>
    Task<TargetDescription> DescribeAsync(CancellationToken ct);

    /// <summary>Bytes that the target could still take, as its own limit or its machine says; null when neither does.</summary>
    Task<MemoryRoom> RoomAsync(CancellationToken ct);

    /// <summary>The server for the length of a job: started where it is ours to start, and stopped when disposed.</summary>
    /// <param name="memoryBytes">What the job will store at its peak.</param>
    /// <param name="ct">Gives up starting.</param>
    /// <exception cref="TargetException">It could not be started or reached; the message is the sentence to show.</exception>
    Task<TargetServer> OpenAsync(long memoryBytes, CancellationToken ct);

    /// <summary>The same, telling what it waits for where that may take long: <c>pulling redis:7.4, 3 of 7 layers</c>.</summary>
    /// <param name="memoryBytes">What the job will store at its peak.</param>
    /// <param name="tell">Called from any thread.</param>
    /// <param name="ct">Gives up starting.</param>
    /// <exception cref="TargetException">It could not be started or reached; the message is the sentence to show.</exception>
    Task<TargetServer> OpenAsync(long memoryBytes, Action<string> tell, CancellationToken ct) => OpenAsync(memoryBytes, ct);
}
