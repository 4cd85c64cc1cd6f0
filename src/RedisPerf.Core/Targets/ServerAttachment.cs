using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Cluster;

namespace RedisPerf.Core.Targets;

/// <summary>How a worker connects to a server that its node opened. It may have a password, so it is sent over a pipe only.</summary>
/// <param name="Name">The target's name.</param>
/// <param name="Certificate">The certificate of a server that RedisPerf started, in PEM; null without TLS, and for another server.</param>
/// <param name="IsOnThisMachine">Whether the server shares this machine's CPU; null when that is not known.</param>
/// <param name="Shards">The server, or the masters of a cluster.</param>
/// <param name="MaxCommandWords">The maximum number of arguments of one command; null without a limit.</param>
/// <param name="Environment">The environment when the node opened the server.</param>
/// <param name="Identity">The properties that must not change during the job, by name.</param>
/// <param name="Lease">The value of the lease; null for a server that RedisPerf started.</param>
/// <param name="IsLeaseWatched">Whether another node has the lease, so that the worker only checks it.</param>
/// <param name="User">Replaces the user of the connection string; null to keep it.</param>
/// <param name="Password">Replaces the password of the connection string; null to keep it.</param>
internal sealed record ServerAttachment(
    string Name,
    string Connection,
    string? Certificate,
    bool? IsOnThisMachine,
    IReadOnlyList<ShardAttachment> Shards,
    int? MaxCommandWords,
    TargetEnvironment Environment,
    IReadOnlyDictionary<string, string> Identity,
    string? Lease,
    bool IsLeaseWatched = false,
    string? User = null,
    string? Password = null)
{
    /// <summary>The files of the target's settings, which the worker reads.</summary>
    public CertificateFiles Files { get; init; } = new();


    /// <inheritdoc/>
    public override string ToString() => Name;
}

/// <summary>A server of an attachment.</summary>
/// <param name="EndPoint">Host and port, or the path of a Unix socket.</param>
/// <param name="ProcessId">The process that RedisPerf started; null for another server.</param>
/// <param name="Slots">Its hash slots; empty without a cluster.</param>
internal sealed record ShardAttachment(string EndPoint, int? ProcessId, IReadOnlyList<SlotRange> Slots)
{
    /// <inheritdoc cref="Started.IStartedServer.ProcessFile"/>
    public string? ProcessFile { get; init; }
}
