using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>The supported engines. A new one is one line here.</summary>
public static class KnownEngines
{
    /// <summary>Redis is last, because all the others also report a <c>redis_version</c>.</summary>
    public static IReadOnlyList<Engine> All { get; } =
    [
        new("Garnet", info => info.Has("garnet_version"))
        {
            Version = info => info["garnet_version"],
            // The pages of its log, and the objects outside the log.
            UsedMemory = info => info.Number("used_memory") ?? (info.Number("Log.CurrentMemorySizeBytes") + info.Number("Log.CurrentHeapSizeBytes")),
            ResidentMemory = info => info.Number("proc_physical_memory_size"),
            // Without its monitor it reports 0, which is not a measurement.
            NetInputBytes = info => info["monitor_task"] == "disabled" ? null : info.Number("total_net_input_bytes"),
            // Observed with version 2.2.
            CountsTransactionsTwice = true,
            CheapestWrites = new(320 << 10, 4 << 20),
            LuaIsOnWith = "start it with --lua",
        },
        new("Dragonfly", info => info.Has("dragonfly_version"))
        {
            Version = info => info["dragonfly_version"]?.TrimStart('d', 'f', '-', 'v'),
            MaxCommandWords = 65_536,
        },
        new("Valkey", info => info.Has("valkey_version") || info["server_name"] == "valkey")
        {
            Version = info => info["valkey_version"] ?? info["redis_version"],
        },
        // KeyDB reports its own version as redis_version. The fields of its threads and its MVCC depth, and the name of its program, identify it.
        new("KeyDB", info => info.Has("mvcc_depth") || info.Has("server_threads") || info.Has("thread_0_clients")
            || info["executable"]?.Contains("keydb", StringComparison.OrdinalIgnoreCase) == true),
        new("Redis", info => info.Has("redis_version")),
    ];

    /// <summary>Their names for a sentence.</summary>
    public const string Names = "Redis, Valkey, KeyDB, Dragonfly or Garnet";

    /// <summary>The engine of a name, as in <see cref="TargetEnvironment.Engine"/>.</summary>
    public static Engine Find(string name) => All.First(engine => engine.Name == name);

    /// <summary>The shape in which the server of this environment takes the fields of a hash in the least time.</summary>
    public static WriteShape CheapestWrites(TargetEnvironment environment)
    {
        var engine = Find(environment.Engine);
        return environment.Settings.ContainsKey(ServerInspection.Encryption) ? engine.CheapestEncryptedWrites : engine.CheapestWrites;
    }

    /// <summary>The engine of an INFO reply; null when it names none.</summary>
    public static Engine? Of(ServerInfo info) => All.FirstOrDefault(engine => engine.Wrote(info));
}
