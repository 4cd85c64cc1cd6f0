using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Targets;

/// <summary>What a server says of itself at one moment; two of them around the clock give the figures of a run. What is not reported is null.</summary>
public sealed record ServerSample
{
    // What the probes, the client's handshake and its heartbeat send, and a server's replicas and watchers: none of it is the work that is measured.
    private static readonly HashSet<string> Housekeeping = new(StringComparer.Ordinal)
    {
        "info", "ping", "echo", "client", "config", "command", "cluster", "sentinel", "auth", "hello", "select", "quit",
        "subscribe", "unsubscribe", "latency", "memory", "time", "role", "replconf", "psync", "publish",
    };

    /// <summary>The target's name, for the sentences.</summary>
    public required string Target { get; init; }

    /// <summary>A new one with every start of the server.</summary>
    public string? RunId { get; init; }

    public long? UptimeSeconds { get; init; }

    /// <summary><c>master</c> or <c>slave</c>.</summary>
    public string? Role { get; init; }

    /// <summary>The engine counts the commands of a transaction when it queues them and again when it runs them, and EXEC with them.</summary>
    public bool CountsTransactionsTwice { get; init; }

    /// <summary>User and system, since the server's start.</summary>
    public double? CpuSeconds { get; init; }

    /// <summary>Bytes that the data takes, as the engine counts it; resident memory where it does not.</summary>
    public long? UsedMemory { get; init; }

    /// <summary>Bytes received since the server's start.</summary>
    public long? NetInputBytes { get; init; }

    public long? EvictedKeys { get; init; }

    /// <summary>Calls by command since the server's start.</summary>
    public IReadOnlyDictionary<string, long>? Calls { get; init; }

    /// <summary>What an INFO reply says, and what the system says of a server that we started where the reply is silent.</summary>
    internal static ServerSample Of(string target, ServerInfo info, IStartedServer? started) => new()
    {
        Target = target,
        RunId = info.RunId,
        UptimeSeconds = info.UptimeSeconds,
        Role = info.Role,
        CountsTransactionsTwice = info.Engine?.CountsTransactionsTwice == true,
        CpuSeconds = info.CpuSeconds ?? started?.CpuTime?.TotalSeconds,
        UsedMemory = info.UsedMemory ?? started?.ResidentMemory ?? info.ResidentMemory,
        NetInputBytes = info.NetInputBytes,
        EvictedKeys = info.EvictedKeys,
        Calls = info.Calls(),
    };

    /// <summary>What the server did between two samples.</summary>
    public static ServerFigures Between(ServerSample before, ServerSample after) => new(
        after.CpuSeconds - before.CpuSeconds,
        after.UsedMemory - before.UsedMemory,
        after.NetInputBytes - before.NetInputBytes,
        CallsBetween(before, after)?.Where(call => !IsHousekeeping(call.Key)).ToDictionary(StringComparer.Ordinal));

    /// <summary>What a server must not do while it is measured: a sentence; null when nothing speaks against it.</summary>
    public static string? Trouble(ServerSample before, ServerSample after)
    {
        if (before.RunId != after.RunId || after.UptimeSeconds < before.UptimeSeconds)
        {
            return $"The server of target '{after.Target}' was restarted during the run, or another took its place.";
        }

        if (before.Role != after.Role)
        {
            return $"The server of target '{after.Target}' changed its part in replication during the run: a failover.";
        }

        var evicted = after.EvictedKeys - before.EvictedKeys;
        return evicted > 0
            ? $"The server of target '{after.Target}' evicted {evicted} {(evicted == 1 ? "key" : "keys")} during the run: its memory limit (maxmemory) is too small for this job."
            : null;
    }

    /// <summary>Whether a command, in lower case, is what connections and monitors send beside any work.</summary>
    internal static bool IsHousekeeping(string command) => Housekeeping.Contains(command.Split('|')[0]);

    /// <summary>Calls by command between two samples, housekeeping included; null where they are not counted.</summary>
    internal static Dictionary<string, long>? CallsBetween(ServerSample before, ServerSample after) => after.Calls?
        .Select(c => (Command: c.Key, Count: c.Value - (before.Calls?.GetValueOrDefault(c.Key) ?? 0)))
        .Where(c => c.Count > 0)
        .ToDictionary(c => c.Command, c => c.Count, StringComparer.Ordinal);
}
