using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets;

/// <summary>A server under test: its description before a job, and how a job opens it.</summary>
public interface ITarget
{
    string Name { get; }

    TargetSource Source { get; }

    /// <summary>Host and port of an existing server, without an option or a password; null when the server is started for the job, or
    /// the address is invalid.</summary>
    string? Address => null;

    /// <summary>The settings that a job may set on the server that RedisPerf starts; empty for an existing server.</summary>
    IReadOnlyList<ServerSetting> Settings => [];

    /// <summary>Does not throw when the target fails: the description then has a status and a reason.</summary>
    Task<TargetDescription> DescribeAsync(CancellationToken ct);

    /// <summary>The free memory in bytes, by the target's own limit or its machine's; null when neither is known.</summary>
    Task<MemoryRoom> RoomAsync(CancellationToken ct);

    /// <summary>Opens the server for a job. A server that RedisPerf starts is stopped when disposed.</summary>
    /// <param name="start">What the job needs.</param>
    /// <exception cref="TargetException">It could not be started or reached.</exception>
    Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct);
}
