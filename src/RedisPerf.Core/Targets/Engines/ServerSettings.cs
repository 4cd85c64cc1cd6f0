using static RedisPerf.Core.Targets.Engines.ServerSettingType;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>The settings that a job may set on a server that RedisPerf starts, for each family of engines. A new one is one line here. A
/// setting with a path, a port, a module, a credential or another file of settings is never in these lists.</summary>
public static class ServerSettings
{
    internal const string Off = "off";

    private const string AppendOnly = "appendonly";
    private const long TB = 1L << 40;

    /// <summary>Redis and Valkey of any version. A version that lacks a setting refuses it when it starts.</summary>
    public static IReadOnlyList<ServerSetting> Redis { get; } =
    [
        .. Common(),
        Number("io-threads", "Threads for input and output", 1, 128),
        Flag("io-threads-do-reads", "Read and parse with the threads for input and output (before Redis 8.0 and Valkey 8.0)"),
        Flag("dynamic-hz", "Adapt hz to the number of clients"),
        Number("maxmemory-eviction-tenacity", "Effort of the eviction", 0, 100),
        Size("maxmemory-clients", "Memory limit of all clients; 0: none", 0) with { IsZeroOff = true },
        Number("hash-max-listpack-entries", "Fields of a hash in a listpack", 0, int.MaxValue),
        Size("hash-max-listpack-value", "Longest value of a hash in a listpack", 0),
        Number("list-max-listpack-size", "Entries of a list node; -1 to -5: 4 KB to 64 KB", -5, 1_000_000),
        Number("set-max-listpack-entries", "Members of a set in a listpack", 0, int.MaxValue),
        Size("set-max-listpack-value", "Longest member of a set in a listpack", 0),
        Number("zset-max-listpack-entries", "Members of a sorted set in a listpack", 0, int.MaxValue),
        Size("zset-max-listpack-value", "Longest member of a sorted set in a listpack", 0),
    ];

    /// <summary>KeyDB, which is made from Redis 6.</summary>
    public static IReadOnlyList<ServerSetting> KeyDb { get; } = [.. Common(), Number("server-threads", "Threads of the server", 1, 16)];

    /// <summary>Dragonfly, by the names of its flags. It does not report them, and has no append-only file.</summary>
    public static IReadOnlyList<ServerSetting> Dragonfly { get; } =
    [
        Number("proactor_threads", "Threads of the server", 1, 1_024) with { ReportedAs = null, Words = Joined("proactor_threads") },
        Flag("cache_mode", "Evict keys when the memory is full") with { ReportedAs = null, Words = Joined("cache_mode") },
        Number("pipeline_squash", "Queued commands from which a pipeline is executed in parallel; 0: never", 0, 10_000) with
        { IsZeroOff = true, ReportedAs = null, Words = Joined("pipeline_squash") },
    ];

    /// <summary>Garnet, by its own names.</summary>
    public static IReadOnlyList<ServerSetting> Garnet { get; } =
    [
        // The library of its default device is found in its folder for development only.
        GarnetFlag("aof", "Append-only file") with
        {
            ReportedAs = AppendOnly,
            Words = value => ["--aof", value == "yes" ? "true" : "false", "--device-type", "RandomAccess"],
            WritesToDisk = IsYes,
        },
        GarnetFlag("aof-commit-wait", "Reply after the append-only file is on disk; implies aof yes") with { Implies = ("aof", "yes") },
        Number("aof-commit-freq", "Interval of commits; 0: each operation, -1: none; implies aof yes", -1, 3_600_000) with
        { IsZeroOff = true, Unit = "ms", Implies = ("aof", "yes") },
        GarnetSize("aof-memory", "Memory of the append-only file; implies aof yes") with { Implies = ("aof", "yes") },
        GarnetSize("aof-page-size", "Page of the append-only file; implies aof yes") with { Implies = ("aof", "yes") },
        GarnetFlag("sg-get", "Read consecutive GETs from disk together"),
        Number("expired-object-collection-freq", "Interval of the removal of expired members; 0: none", 0, 86_400) with
        { IsZeroOff = true, Unit = "s" },
        GarnetSize("index", "Start size of the hash index") with { ReportedAs = null },
        Number("mutable-percent", "Share of the log that is updated in place", 1, 95) with { Unit = "%", ReportedAs = null },
        GarnetFlag("reviv", "Reuse the memory of deleted records") with { ReportedAs = null },
        Number("network-send-throttle", "Outstanding sends of a connection", 1, 1_024) with { ReportedAs = null },
        Number("minthreads", "Least threads of the thread pool; 0: the default", 0, 1_024) with { IsZeroOff = true, ReportedAs = null },
        Number("maxthreads", "Most threads of the thread pool; 0: the default", 0, 1_024) with { IsZeroOff = true, ReportedAs = null },
    ];

    /// <summary>The settings that a job may set on a target; empty for an existing server.</summary>
    public static IReadOnlyList<ServerSetting> Of(ITarget target) => target.Settings;

    /// <summary>Whether 0 is not the smallest number of a setting, in any engine that has it.</summary>
    internal static bool IsZeroOff(string name) =>
        new[] { Redis, KeyDb, Dragonfly, Garnet }.Any(settings => Find(settings, name) is { IsZeroOff: true });

    /// <summary>The setting with this name, ignoring case; null when it is unknown.</summary>
    public static ServerSetting? Find(IReadOnlyList<ServerSetting> settings, string name) =>
        settings.FirstOrDefault(setting => setting.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static ServerSetting[] Common() =>
    [
        Flag(AppendOnly, "Append-only file") with { WritesToDisk = IsYes },
        Choice("appendfsync", "When the append-only file is flushed to disk; implies appendonly yes", "always", "everysec", "no") with
        { Implies = (AppendOnly, "yes") },
        Flag("no-appendfsync-on-rewrite", "Do not flush while a child process writes"),
        Flag("aof-use-rdb-preamble", "Start the append-only file with a snapshot"),
        Flag("aof-rewrite-incremental-fsync", "Flush in steps while the append-only file is rewritten"),
        Number("auto-aof-rewrite-percentage", "Growth after which the append-only file is rewritten; 0: never", 0, 1_000_000) with
        { IsZeroOff = true, Unit = "%" },
        Size("auto-aof-rewrite-min-size", "Smallest append-only file that is rewritten", 0),
        Choice("save", "Seconds and changes after which a snapshot is saved", Off, "3600 1", "300 10", "60 10000", "60 1000", "1 1") with
        {
            // As separate words, which all versions accept.
            Words = value => value == Off ? ["--save", ""] : ["--save", .. value.Split(' ')],
            WritesToDisk = value => value != Off,
        },
        Flag("rdbcompression", "Compress snapshots"),
        Flag("rdbchecksum", "Write a checksum at the end of a snapshot"),
        Size("maxmemory", "Memory limit; 0: none", 0) with { IsZeroOff = true },
        Choice("maxmemory-policy", "Keys that are evicted at the memory limit", "noeviction", "allkeys-lru", "allkeys-lfu", "allkeys-random",
            "volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl"),
        Number("maxmemory-samples", "Keys that are compared for an eviction", 1, 64),
        Number("lfu-log-factor", "Growth of the access counter", 0, int.MaxValue),
        Number("lfu-decay-time", "Time until the access counter decreases; 0: never", 0, int.MaxValue) with { IsZeroOff = true, Unit = "minutes" },
        Flag("lazyfree-lazy-eviction", "Free evicted keys in the background"),
        Flag("lazyfree-lazy-expire", "Free expired keys in the background"),
        Flag("lazyfree-lazy-server-del", "Free overwritten keys in the background"),
        Flag("lazyfree-lazy-user-del", "Free the keys of DEL in the background"),
        Flag("activedefrag", "Defragment the memory"),
        Size("active-defrag-ignore-bytes", "Fragmentation below which nothing is defragmented", 1),
        Number("active-defrag-threshold-lower", "Fragmentation that starts the defragmentation", 0, 1_000) with { Unit = "%" },
        Number("active-defrag-threshold-upper", "Fragmentation with the highest effort", 0, 1_000) with { Unit = "%" },
        Number("active-defrag-cycle-min", "Least CPU time of the defragmentation", 1, 99) with { Unit = "%" },
        Number("active-defrag-cycle-max", "Most CPU time of the defragmentation", 1, 99) with { Unit = "%" },
        Number("active-defrag-max-scan-fields", "Fields of a collection that are defragmented at once", 1, int.MaxValue),
        Number("hz", "Background tasks in a second", 1, 500),
        Flag("activerehashing", "Rehash the table of keys in the background"),
        Flag("jemalloc-bg-thread", "Return memory to the system in a thread"),
        Size("client-query-buffer-limit", "Limit of the query buffer of a client", 1 << 20),
        Number("hash-max-ziplist-entries", "Fields of a hash in a ziplist (before Redis 7.0)", 0, int.MaxValue),
        Size("hash-max-ziplist-value", "Longest value of a hash in a ziplist (before Redis 7.0)", 0),
        Number("list-max-ziplist-size", "Entries of a list node (before Redis 7.0); -1 to -5: 4 KB to 64 KB", -5, 1_000_000),
        Number("list-compress-depth", "List nodes at each end that are not compressed; 0: no compression", 0, 1_000_000) with { IsZeroOff = true },
        Number("set-max-intset-entries", "Members of a set of integers", 0, int.MaxValue),
        Number("zset-max-ziplist-entries", "Members of a sorted set in a ziplist (before Redis 7.0)", 0, int.MaxValue),
        Size("zset-max-ziplist-value", "Longest member of a sorted set in a ziplist (before Redis 7.0)", 0),
        Size("stream-node-max-bytes", "Size of a stream node; 0: no limit", 0) with { IsZeroOff = true },
        Number("stream-node-max-entries", "Entries of a stream node; 0: no limit", 0, int.MaxValue) with { IsZeroOff = true },
        Size("hll-sparse-max-bytes", "Longest sparse HyperLogLog", 0),
    ];

    private static bool IsYes(string value) => value == "yes";

    private static ServerSetting Flag(string name, string label) => new(name, ServerSettingType.Flag, label);

    private static ServerSetting Choice(string name, string label, params string[] choices) =>
        new(name, ServerSettingType.Choice, label) { Choices = choices };

    private static ServerSetting Number(string name, string label, long minimum, long maximum) =>
        new(name, WholeNumber, label) { Minimum = minimum, Maximum = maximum };

    private static ServerSetting Size(string name, string label, long minimum) =>
        new(name, ServerSettingType.Size, label) { Minimum = minimum, Maximum = TB, Unit = "bytes" };

    private static ServerSetting GarnetFlag(string name, string label) =>
        Flag(name, label) with { Words = value => [$"--{name}", value == "yes" ? "true" : "false"] };

    private static ServerSetting GarnetSize(string name, string label) => Size(name, label, 512) with { ReadsBinaryUnits = true };

    private static Func<string, IEnumerable<string>> Joined(string name) =>
        value => [$"--{name}={value switch { "yes" => "true", "no" => "false", _ => value }}"];
}
