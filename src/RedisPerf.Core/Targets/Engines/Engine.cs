namespace RedisPerf.Core.Targets.Engines;

/// <summary>The properties of one engine: how its INFO reply is recognized, which fields contain its figures, and its limits. Its
/// capabilities depend on how it was started, so they are tested.</summary>
/// <param name="Name">Its own name, such as Redis, Valkey, KeyDB, Dragonfly or Garnet.</param>
/// <param name="Wrote">Whether an INFO reply is from this engine.</param>
public sealed record Engine(string Name, Func<ServerInfo, bool> Wrote)
{
    /// <summary>Its own version, not the Redis version that it claims to be compatible with.</summary>
    public Func<ServerInfo, string?> Version { get; init; } = info => info["redis_version"];

    /// <summary>Bytes that the data uses; null when it is not reported.</summary>
    public Func<ServerInfo, long?> UsedMemory { get; init; } = info => info.Number("used_memory");

    /// <summary>Bytes of the process.</summary>
    public Func<ServerInfo, long?> ResidentMemory { get; init; } = info => info.Number("used_memory_rss");

    /// <summary>Bytes received since the start.</summary>
    public Func<ServerInfo, long?> NetInputBytes { get; init; } = info => info.Number("total_net_input_bytes");

    /// <summary>Whether it counts the commands of a transaction when it queues them and again when it runs them, with EXEC.</summary>
    public bool CountsTransactionsTwice { get; init; }

    /// <summary>Maximum number of words of a command, with its name; null when no job comes near the limit.</summary>
    public int? MaxCommandWords { get; init; }

    /// <summary>The shape with the least time, found by <c>redisperf calibrate</c> for Redis, Valkey and Garnet; the
    /// others have that of Redis.</summary>
    public WriteShape CheapestWrites { get; init; } = new(1 << 20, null);

    /// <summary>The same over TLS. With little in flight, the data is still in the processor's cache when the server decrypts it.</summary>
    public WriteShape CheapestEncryptedWrites { get; init; } = new(1 << 20, 256 << 10);

    /// <summary>How to turn on Lua when it is off by default: the end of a sentence.</summary>
    public string? LuaIsOnWith { get; init; }
}

/// <summary>How fields are written to a hash over a bare socket.</summary>
/// <param name="BytesPerCommand">Values of one HSET; at least one field. Bytes and not fields, because the server's time for a large
/// command depends on what its caches hold.</param>
/// <param name="WindowBytes">Limit of the bytes that are sent and not yet answered; null without a limit.</param>
public sealed record WriteShape(int BytesPerCommand, int? WindowBytes);
