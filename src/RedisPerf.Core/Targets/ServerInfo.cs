using System.Globalization;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>The fields of a server's INFO reply, for any engine. A field that an engine lacks is null.</summary>
public sealed partial class ServerInfo
{
    // The names of the fields that most engines have, for a reply that names no engine.
    private static readonly Engine Plain = new("", _ => false);

    private const string CommandPrefix = "cmdstat_";

    private readonly Dictionary<string, string> _fields = new(StringComparer.Ordinal);
    private readonly List<string> _serverFields = [];

    private ServerInfo(string text)
    {
        var isServer = true;
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (line[0] == '#')
            {
                isServer = line.TrimStart('#').Trim().Equals("Server", StringComparison.OrdinalIgnoreCase);
            }

            var colon = line.IndexOf(':', StringComparison.Ordinal);
            if (line[0] != '#' && colon > 0)
            {
                if (_fields.TryAdd(line[..colon], line[(colon + 1)..]) && isServer)
                {
                    _serverFields.Add(line[..colon]);
                }
            }
        }

        Engine = KnownEngines.Of(this);
    }

    /// <summary>Reads one reply, or several one after the other; the first occurrence of a field counts.</summary>
    public static ServerInfo Parse(string text) => new(text);

    /// <summary>The reply to INFO.</summary>
    /// <exception cref="TargetRefusalException">The server refused it.</exception>
    /// <exception cref="UnreadableReplyException">The server does not have the command.</exception>
    internal static async Task<string> ReadAsync(RespConnection connection, CancellationToken ct)
    {
        var reply = await connection.QueryAsync(ct, "INFO").ConfigureAwait(false);
        return !reply.IsError ? reply.Text ?? ""
            : RedisFailure.IsUnknownCommand(reply.Text ?? "") ? throw new UnreadableReplyException(ReasonCode.NoInfo)
            : throw new TargetRefusalException(reply.Text ?? "");
    }

    /// <summary>The text of a field; null without the field.</summary>
    public string? this[string field] => _fields.GetValueOrDefault(field);

    /// <summary>The names of the fields about the server itself, in the order of the reply.</summary>
    public IReadOnlyList<string> ServerFields => _serverFields;

    /// <summary>Whether the reply has the field.</summary>
    public bool Has(string field) => _fields.ContainsKey(field);

    /// <summary>A field as a whole number; null when it is missing or no whole number.</summary>
    public long? Number(string field) =>
        long.TryParse(this[field], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) ? value : null;

    /// <summary>The engine of the server; null when the reply names none.</summary>
    public Engine? Engine { get; }

    /// <summary>The engine's own version, not the Redis version that it claims to be compatible with.</summary>
    public string? Version => Engine?.Version(this);

    /// <summary>Differs after each start of the server.</summary>
    public string? RunId => this["run_id"];

    public long? UptimeSeconds => Number("uptime_in_seconds");

    /// <summary>User and system seconds of the server itself, without its forked children.</summary>
    public double? CpuSeconds => Fraction("used_cpu_user") + Fraction("used_cpu_sys");

    /// <summary>Bytes that the data takes, as the engine counts them.</summary>
    public long? UsedMemory => (Engine ?? Plain).UsedMemory(this);

    /// <summary>Bytes of the process.</summary>
    public long? ResidentMemory => (Engine ?? Plain).ResidentMemory(this);

    /// <summary>The limit in bytes; null without a limit.</summary>
    public long? MaxMemory => Number("maxmemory") is > 0 and var limit ? limit : null;

    public long? TotalSystemMemory => Number("total_system_memory");

    /// <summary>Bytes received since the start.</summary>
    public long? NetInputBytes => (Engine ?? Plain).NetInputBytes(this);

    /// <summary>Bytes sent since the start.</summary>
    public long? NetOutputBytes => Number("total_net_output_bytes");

    /// <summary>Connections accepted since the start.</summary>
    public long? Connections => Number("total_connections_received");

    public long? EvictedKeys => Number("evicted_keys");

    /// <summary>Keys of all databases, in the section <c>keyspace</c>. A database without keys is not reported.</summary>
    public long Keys => _fields.Where(known => DatabaseName().IsMatch(known.Key))
        .Sum(known => KeyCount().Match(known.Value) is { Success: true } match ? long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) : 0);

    /// <summary>Child processes since the start.</summary>
    public long? Forks => Number("total_forks");

    /// <summary>Whether a child process saves the data or rewrites the append-only file.</summary>
    public bool IsSaving => this["rdb_bgsave_in_progress"] == "1" || this["aof_rewrite_in_progress"] == "1";

    /// <summary><c>master</c> or <c>slave</c>.</summary>
    public string? Role => this["role"];

    /// <summary>True for a replica: it rejects writes, or loses them.</summary>
    public bool IsReplica => Role == "slave";

    /// <summary>True for a Sentinel, which stores no keys.</summary>
    public bool IsSentinel => Mode("sentinel") || Has("sentinel_masters");

    /// <summary>True for a proxy, which reports its own figures, or those of any server behind it.</summary>
    public bool IsProxy => Mode("proxy") || this["RedisMode"] == "proxy" || Has("proxy_version");

    /// <summary>True for a node of a cluster, which stores only some of the keys.</summary>
    public bool IsClusterNode => this["cluster_enabled"] == "1";

    /// <summary>The number of unlinked objects whose memory is not freed yet.</summary>
    public long? LazyFreePending => Number("lazyfree_pending_objects");

    /// <summary>Calls by command in lower case, subcommands as in <c>config|get</c>; null when the engine does not count.</summary>
    public IReadOnlyDictionary<string, long>? Calls()
    {
        var calls = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var (field, value) in _fields)
        {
            if (field.StartsWith(CommandPrefix, StringComparison.Ordinal) && CallsOf(value) is { } count)
            {
                calls[Lower(field[CommandPrefix.Length..])] = count;
            }
        }

        return calls.Count == 0 ? null : calls;
    }

    /// <summary>Seconds of execution by command in lower case; null when the engine does not report them.</summary>
    public IReadOnlyDictionary<string, double>? CommandSeconds()
    {
        var seconds = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var (field, value) in _fields)
        {
            if (field.StartsWith(CommandPrefix, StringComparison.Ordinal) && MicrosecondsOf(value) is { } microseconds)
            {
                seconds[Lower(field[CommandPrefix.Length..])] = microseconds / 1e6;
            }
        }

        return seconds.Count == 0 ? null : seconds;
    }

    /// <summary>How often the server has refused a command with this code (<c>OOM</c>, <c>READONLY</c> …); null when it does not count.</summary>
    public long? Refusals(string code) => this["errorstat_" + code] is { } figures && figures.StartsWith("count=", StringComparison.Ordinal)
        && long.TryParse(figures.AsSpan("count=".Length), NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;

    // Valkey and other forks write the mode under another name: server_mode, redict_mode.
    private bool Mode(string mode) => _fields.Any(field => field.Key.EndsWith("_mode", StringComparison.Ordinal) && field.Value == mode);

    // As in calls=3,usec=14,usec_per_call=4.67
    private static long? CallsOf(string figures) => FigureOf(figures, 0, "calls=");

    private static long? MicrosecondsOf(string figures) => FigureOf(figures, 1, "usec=");

    private static long? FigureOf(string figures, int index, string name) =>
        figures.Split(',').ElementAtOrDefault(index) is { } figure && figure.StartsWith(name, StringComparison.Ordinal)
        && long.TryParse(figure.AsSpan(name.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;

    // Commands are compared and shown in the lower case that Redis itself uses here; Dragonfly writes capitals.
#pragma warning disable CA1308
    private static string Lower(string command) => command.ToLowerInvariant();
#pragma warning restore CA1308

    private double? Fraction(string field) =>
        double.TryParse(this[field], NumberStyles.Float, CultureInfo.InvariantCulture, out var value) ? value : null;

    [GeneratedRegex("^db[0-9]+$")]
    private static partial Regex DatabaseName();

    [GeneratedRegex("keys=([0-9]+)")]
    private static partial Regex KeyCount();
}
