using System.Diagnostics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Targets;

/// <summary>A server's counters at one moment; two samples, before and after, give the figures of a run. A counter that is
/// not reported is null.</summary>
public sealed record ServerSample
{
    // Commands of the probes, of the client's handshake and heartbeat, of replicas and of monitoring clients: not part of the measured work.
    private static readonly HashSet<string> Housekeeping = new(StringComparer.Ordinal)
    {
        "info", "ping", "echo", "client", "config", "command", "cluster", "sentinel", "auth", "hello", "select", "quit",
        "subscribe", "unsubscribe", "latency", "memory", "time", "role", "replconf", "psync", "publish",
    };

    /// <summary>The target's name, for reasons.</summary>
    public required string Target { get; init; }

    /// <summary>Whether RedisPerf started the server.</summary>
    public bool IsStarted { get; init; }

    /// <summary>The timestamp of this machine at which the reply was read.</summary>
    public long TakenAt { get; init; }

    /// <summary>Differs after each start of the server.</summary>
    public string? RunId { get; init; }

    public long? UptimeSeconds { get; init; }

    /// <summary>The properties that must not change during a job, by their names in a sentence: the start of the server, its version and
    /// its settings in INFO. A field that is not reported is omitted.</summary>
    public IReadOnlyDictionary<string, string> Identity { get; init; } = new Dictionary<string, string>();

    /// <summary><c>master</c> or <c>slave</c>.</summary>
    public string? Role { get; init; }

    /// <summary>Whether the engine counts the commands of a transaction when it queues them and again when it runs them, with EXEC.</summary>
    public bool CountsTransactionsTwice { get; init; }

    /// <summary>User and system, since the server's start.</summary>
    public double? CpuSeconds { get; init; }

    /// <summary>The same for each shard of a cluster; null without a cluster.</summary>
    public IReadOnlyList<double?>? ShardCpuSeconds { get; init; }

    /// <summary>Bytes that the data takes, as the engine counts it; otherwise resident memory.</summary>
    public long? UsedMemory { get; init; }

    /// <summary>Bytes received since the server's start.</summary>
    public long? NetInputBytes { get; init; }

    /// <summary>Bytes sent since the server's start.</summary>
    public long? NetOutputBytes { get; init; }

    /// <summary>Connections accepted since the server's start.</summary>
    public long? Connections { get; init; }

    public long? EvictedKeys { get; init; }

    /// <summary>Child processes since the server's start: to save the data, to rewrite the append-only file, for a replica.</summary>
    public long? Forks { get; init; }

    /// <summary>Whether a child process saves the data or rewrites the append-only file.</summary>
    public bool IsSaving { get; init; }

    /// <summary>Calls by command since the server's start.</summary>
    public IReadOnlyDictionary<string, long>? Calls { get; init; }

    /// <summary>Seconds of execution by command since the server's start.</summary>
    public IReadOnlyDictionary<string, double>? CommandSeconds { get; init; }

    /// <summary>A sample from an INFO reply; for a server that RedisPerf started, the operating system supplies the counters
    /// that the reply lacks.</summary>
    internal static ServerSample Of(string target, ServerInfo info, IStartedServer? started) => new()
    {
        Target = target,
        IsStarted = started is not null,
        TakenAt = Stopwatch.GetTimestamp(),
        RunId = info.RunId,
        Identity = IdentityOf(info),
        UptimeSeconds = info.UptimeSeconds,
        Role = info.Role,
        CountsTransactionsTwice = info.Engine?.CountsTransactionsTwice == true,
        CpuSeconds = info.CpuSeconds ?? started?.CpuTime?.TotalSeconds,
        UsedMemory = info.UsedMemory ?? started?.ResidentMemory ?? info.ResidentMemory,
        NetInputBytes = info.NetInputBytes,
        NetOutputBytes = info.NetOutputBytes,
        Connections = info.Connections,
        EvictedKeys = info.EvictedKeys,
        Forks = info.Forks,
        IsSaving = info.IsSaving,
        Calls = info.Calls(),
        CommandSeconds = info.CommandSeconds(),
    };

    /// <summary>The figures of the server between two samples.</summary>
    public static ServerFigures Between(ServerSample before, ServerSample after) => ServerUse.Between(before, after).ToFigures();

    /// <summary>A restart, a failover or evictions between two samples; null without one.</summary>
    public static Reason? FindIncident(ServerSample before, ServerSample after)
    {
        if (before.RunId != after.RunId || after.UptimeSeconds < before.UptimeSeconds)
        {
            return Reason.Of(ReasonCode.ServerReplaced, (Reason.Target, after.Target));
        }

        if (before.Role != after.Role)
        {
            return Reason.Of(ReasonCode.Failover, (Reason.Target, after.Target));
        }

        var evicted = after.EvictedKeys - before.EvictedKeys;
        return evicted > 0 ? Reason.Of(ReasonCode.KeysEvicted, (Reason.Target, after.Target), ("keys", evicted)) : null;
    }

    /// <summary>A child process of the server between two samples; null when there was none. The server stops while it starts the process,
    /// and copies each page of memory that it changes until the process has ended.</summary>
    internal static Reason? FindFork(ServerSample before, ServerSample after) =>
        before.IsSaving || after.IsSaving || after.Forks > before.Forks ? Reason.Of(ReasonCode.ServerForked, (Reason.Target, after.Target)) : null;

    /// <summary>The first difference between the identities of two samples; null when they are equal.</summary>
    public static Reason? FindChange(ServerSample first, ServerSample now) => (
        from before in first.Identity
        let after = now.Identity.GetValueOrDefault(before.Key)
        where after is not null && after != before.Value
        select Reason.Of(ReasonCode.ServerChanged, (Reason.Target, now.Target), ("what", before.Key), ("before", before.Value),
            ("after", after))).FirstOrDefault();

    // Without maxmemory: a limit that is reached is reported as such, and one that is not reached changes no time.
    private static Dictionary<string, string> IdentityOf(ServerInfo info) => (
        from field in ((string Name, string? Value)[])
        [
            ("version", info.Version), ("maxmemory-policy", info["maxmemory_policy"]),
            ("appendonly", info["aof_enabled"]), ("run id", info.RunId), ("cluster epoch", info["cluster_current_epoch"]),
        ]
        where field.Value is not null
        select field).ToDictionary(field => field.Name, field => field.Value!);

    /// <summary>Whether connections and monitoring clients send this command (in lower case) apart from any work.</summary>
    internal static bool IsHousekeeping(string command) => Housekeeping.Contains(command.Split('|')[0]);
}
