using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>The engines that are known by their INFO. A new one is one line here. Most of them also report a <c>redis_version</c>, for
/// compatibility: only an INFO whose other fields are those of Redis is that of Redis.</summary>
public static partial class KnownEngines
{
    /// <summary>The name of an engine that reports a <c>redis_version</c> and nothing about itself. The version follows.</summary>
    public const string Compatible = "compatible with Redis";

    /// <summary>The services of clouds are first, because they have the fields of the engine that they are made from. Redis is last.</summary>
    public static IReadOnlyList<Engine> All { get; } =
    [
        .. from service in (string[])["Amazon ElastiCache", "Amazon MemoryDB"]
           from engine in (string[])["Valkey", "Redis"]
           select new Engine($"{service} for {engine}", info => Contains(info["os"], service) && (engine == "Redis" || IsValkey(info)))
           {
               Version = info => info["valkey_version"] ?? info["redis_version"],
           },
        new("Upstash", info => info.Has("upstash_version")) { Version = info => info["upstash_version"] },
        new("Redis Enterprise", info => info["redis_build_id"] is { Length: 40 } build && !build.AsSpan().ContainsAnyExcept('0')),
        new("Kvrocks", info => info.Has("kvrocks_version")) { Version = info => info["kvrocks_version"] },
        new("Redict", info => info.Has("redict_version")) { Version = info => info["redict_version"] },
        new("Memurai", info => info.Has("memurai_version")) { Version = info => info["memurai_version"] },
        new("Pika", info => info.Has("pika_version")) { Version = info => info["pika_version"] },
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
        new("Valkey", IsValkey)
        {
            Version = info => info["valkey_version"] ?? info["redis_version"],
        },
        // KeyDB reports its own version as redis_version. The fields of its threads and its MVCC depth, and the name of its program, identify it.
        new("KeyDB", info => info.Has("mvcc_depth") || info.Has("server_threads") || info.Has("thread_0_clients")
            || Contains(info["executable"], "keydb")),
        new("Redis for Windows", info => Contains(info["multiplexing_api"], "winsock") && OwnField(info) is null),
        new("Redis", info => IsRedis(info) && OwnField(info) is null),
    ];

    // Versions of other things than the engine that servers report in the same section.
    private static readonly HashSet<string> NotEngines = new(StringComparer.OrdinalIgnoreCase)
    {
        "abi", "aof", "api", "app", "build", "clang", "client", "cluster", "compiler", "config", "data", "db", "dotnet", "engine", "gcc", "git",
        "glibc", "go", "golang", "java", "jdk", "jemalloc", "jvm", "kernel", "libc", "lua", "node", "openssl", "os", "proto", "protocol",
        "python", "rdb", "redis", "release", "resp", "rocksdb", "runtime", "rust", "rustc", "schema", "server", "ssl", "storage", "tls",
    };

    /// <summary>Their names for a sentence.</summary>
    public const string Names = "Redis, Valkey, KeyDB, Dragonfly or Garnet";

    /// <summary>The engine of a name, as in <see cref="TargetEnvironment.Engine"/>. An engine that is not listed has the properties of
    /// Redis.</summary>
    public static Engine Find(string name) => All.FirstOrDefault(engine => engine.Name == name) ?? new(name, _ => false);

    /// <summary>The shape in which the server of this environment takes the fields of a hash in the least time.</summary>
    public static WriteShape CheapestWrites(TargetEnvironment environment)
    {
        var engine = Find(environment.Engine);
        return environment.Settings.ContainsKey(ServerInspection.Encryption) ? engine.CheapestEncryptedWrites : engine.CheapestWrites;
    }

    /// <summary>The engine of an INFO reply. One that is not known has the name that it gives itself, as in <c>infinispan_version</c>, or is
    /// <see cref="Compatible"/>. Null when the reply has no version.</summary>
    public static Engine? Of(ServerInfo info) =>
        All.FirstOrDefault(engine => engine.Wrote(info))
        ?? (OwnField(info) is { } field ? new Engine(NameOf(info, field), _ => false) { Version = reply => VersionOf(reply, field) } : null)
        ?? (info.Has("redis_version") ? new Engine(Compatible, _ => false) : null);

    private static bool IsValkey(ServerInfo info) => info.Has("valkey_version") || info["server_name"] == "valkey";

    // A fork with unchanged fields has a program with another name. Old versions and some services do not report the program; then the fields
    // of the build must have the form that Redis writes.
    private static bool IsRedis(ServerInfo info) =>
        Version().IsMatch(info["redis_version"] ?? "")
        && RunId().IsMatch(info.RunId ?? "")
        && info["redis_mode"] is "standalone" or "cluster" or "sentinel"
        && (info["redis_git_sha1"] is not { } commit || Commit().IsMatch(commit))
        && (info["redis_build_id"] is not { } build || Build().IsMatch(build))
        && (info["executable"] is { } program
            ? Contains(program[(program.LastIndexOfAny(['/', '\\']) + 1)..], "redis")
            : info.Has("redis_git_sha1") && info.Has("redis_build_id") && info["multiplexing_api"] is "epoll" or "kqueue" or "evport" or "select");

    // The first field of the server's section that names an engine: its name itself, or its version.
    private static string? OwnField(ServerInfo info) => info.ServerFields.FirstOrDefault(
        field => field == "server_name" ? info[field] is not "redis" && EngineName().IsMatch(info[field] ?? "")
            : field.EndsWith(Suffix, StringComparison.Ordinal) && field[..^Suffix.Length] is var name && EngineName().IsMatch(name)
                && !NotEngines.Contains(name) && !NotEngines.Contains(name.Split('_')[^1]));

    private const string Suffix = "_version";

    private static string NameOf(ServerInfo info, string field)
    {
        var name = field == "server_name" ? info[field]! : field[..^Suffix.Length];
        return char.ToUpperInvariant(name[0]) + name[1..].Replace('_', ' ');
    }

    private static string? VersionOf(ServerInfo info, string field) =>
        field == "server_name" ? info[info[field] + Suffix] ?? info["server_version"] ?? info["redis_version"] : info[field];

    private static bool Contains(string? text, string part) => text?.Contains(part, StringComparison.OrdinalIgnoreCase) == true;

    // Redis for Windows has four numbers.
    [GeneratedRegex(@"^[0-9]{1,3}(?:\.[0-9]{1,4}){2,3}\z")]
    private static partial Regex Version();

    [GeneratedRegex(@"^[0-9a-f]{40}\z")]
    private static partial Regex RunId();

    [GeneratedRegex(@"^[0-9a-f]{8}\z")]
    private static partial Regex Commit();

    [GeneratedRegex(@"^[0-9a-f]{2,16}\z")]
    private static partial Regex Build();

    [GeneratedRegex(@"^[A-Za-z][A-Za-z0-9_-]{1,30}\z")]
    private static partial Regex EngineName();
}
