using System.Globalization;

namespace RedisPerf.Core.Targets;

/// <summary>What a server's INFO reply says, whatever the engine. A field that an engine lacks is null.</summary>
public sealed class ServerInfo
{
    private readonly Dictionary<string, string> _fields = new(StringComparer.Ordinal);

    private ServerInfo(string text)
    {
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var colon = line.IndexOf(':', StringComparison.Ordinal);
            if (line[0] != '#' && colon > 0)
            {
                _fields.TryAdd(line[..colon], line[(colon + 1)..]);
            }
        }
    }

    /// <summary>Reads one reply, or several one after the other; the first mention of a field counts.</summary>
    public static ServerInfo Parse(string text) => new(text);

    /// <summary>A field as it is written; null when it is not there.</summary>
    public string? this[string field] => _fields.GetValueOrDefault(field);

    /// <summary>Redis, Valkey, KeyDB, Dragonfly or Garnet; null when the reply names no engine.</summary>
    public string? Engine => this switch
    {
        _ when Has("garnet_version") => "Garnet",
        _ when Has("dragonfly_version") => "Dragonfly",
        _ when Has("valkey_version") || this["server_name"] == "valkey" => "Valkey",
        // KeyDB calls its own version redis_version; its threads, its MVCC depth and its program's name are its own.
        _ when Has("mvcc_depth") || Has("server_threads") || Has("thread_0_clients") || this["executable"]?.Contains("keydb", StringComparison.OrdinalIgnoreCase) == true => "KeyDB",
        _ when Has("redis_version") => "Redis",
        _ => null,
    };

    /// <summary>The engine's own version, not the Redis version that it claims to be compatible with.</summary>
    public string? Version => Engine switch
    {
        "Garnet" => this["garnet_version"],
        "Dragonfly" => this["dragonfly_version"]?.TrimStart('d', 'f', '-', 'v'),
        "Valkey" => this["valkey_version"] ?? this["redis_version"],
        _ => this["redis_version"],
    };

    /// <summary>A new one with every start of the server.</summary>
    public string? RunId => this["run_id"];

    public long? UptimeSeconds => Number("uptime_in_seconds");

    /// <summary>User and system seconds of the server itself, its forked children left out.</summary>
    public double? CpuSeconds => Fraction("used_cpu_user") + Fraction("used_cpu_sys");

    /// <summary>Bytes that the data takes; Garnet tells it as its log's pages and the objects beyond them.</summary>
    public long? UsedMemory => Number("used_memory") ?? (Number("Log.CurrentMemorySizeBytes") + Number("Log.CurrentHeapSizeBytes"));

    /// <summary>Bytes of the process; engines name it differently.</summary>
    public long? ResidentMemory => Number("used_memory_rss") ?? Number("proc_physical_memory_size");

    /// <summary>The limit in bytes; null when there is none.</summary>
    public long? MaxMemory => Number("maxmemory") is > 0 and var limit ? limit : null;

    public long? TotalSystemMemory => Number("total_system_memory");

    /// <summary>Garnet prints 0 while its monitor is off: that is not a figure.</summary>
    public long? NetInputBytes => this["monitor_task"] == "disabled" ? null : Number("total_net_input_bytes");

    public long? EvictedKeys => Number("evicted_keys");

    /// <summary><c>master</c> or <c>slave</c>.</summary>
    public string? Role => this["role"];

    /// <summary>True for a replica: it takes no writes, or loses them.</summary>
    public bool IsReplica => Role == "slave";

    /// <summary>What UNLINK promised to free and has not yet.</summary>
    public long? LazyFreePending => Number("lazyfree_pending_objects");

    /// <summary>Garnet 2.2 counts the commands of a transaction, and its EXEC, twice.</summary>
    public bool CountsTransactionsTwice => Engine == "Garnet";

    /// <summary>Calls by command in lower case, subcommands as in <c>config|get</c>; null when the engine does not count.</summary>
    public IReadOnlyDictionary<string, long>? Calls()
    {
        const string prefix = "cmdstat_";
        var calls = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var (field, value) in _fields)
        {
            if (field.StartsWith(prefix, StringComparison.Ordinal) && CallsOf(value) is { } count)
            {
                calls[Lower(field[prefix.Length..])] = count;
            }
        }

        return calls.Count == 0 ? null : calls;
    }

    /// <summary>How often the server has refused a command with this code (<c>OOM</c>, <c>READONLY</c> …); null when it does not count.</summary>
    public long? Refusals(string code) => this["errorstat_" + code] is { } figures && figures.StartsWith("count=", StringComparison.Ordinal)
        && long.TryParse(figures.AsSpan("count=".Length), NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;

    private static long? CallsOf(string figures)
    {
        const string calls = "calls=";
        var first = figures.Split(',')[0];
        return first.StartsWith(calls, StringComparison.Ordinal) && long.TryParse(first.AsSpan(calls.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;
    }

    // Commands are compared and shown in the lower case that Redis itself uses here; Dragonfly writes capitals.
#pragma warning disable CA1308
    private static string Lower(string command) => command.ToLowerInvariant();
#pragma warning restore CA1308

    private bool Has(string field) => _fields.ContainsKey(field);

    private long? Number(string field) =>
        long.TryParse(this[field], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) ? value : null;

    private double? Fraction(string field) =>
        double.TryParse(this[field], NumberStyles.Float, CultureInfo.InvariantCulture, out var value) ? value : null;
}
