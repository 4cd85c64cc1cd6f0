using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>Finds the limit for which a server has closed a connection: from its counters, and from its settings where it does not count. A
/// setting is often not readable on a managed server.</summary>
internal static class ServerLimits
{
    private const string Timeout = "timeout";
    private const int SetupSeconds = 15;

    // The name in INFO of the connections that were closed, and of the setting with the limit.
    private static readonly (string Counter, string Setting, ReasonCode Code)[] Counted =
    [
        ("client_query_buffer_limit_disconnections", "client-query-buffer-limit", ReasonCode.QueryBufferLimit),
        ("client_output_buffer_limit_disconnections", "client-output-buffer-limit", ReasonCode.OutputBufferLimit),
        ("evicted_clients", "maxmemory-clients", ReasonCode.ClientMemoryLimit),
    ];

    // With the default values of Redis, which close no connection of a job that has enough memory.
    private static readonly (string Setting, string Default)[] Settings =
    [
        ("client-query-buffer-limit", "1073741824"), ("client-output-buffer-limit", "0 0 0"), ("maxmemory-clients", "0"),
        ("proto-max-bulk-len", "536870912"), (Timeout, "0"),
    ];

    /// <summary>Whether the reason is a limit that a smaller command or reply does not reach.</summary>
    public static bool DependOnSize(ReasonCode code) => code is ReasonCode.QueryBufferLimit or ReasonCode.OutputBufferLimit
        or ReasonCode.ClientMemoryLimit or ReasonCode.ValueLimit or ReasonCode.ArgumentLimit or ReasonCode.ConnectionLimits;

    /// <summary>Why the server closed a connection; null when it reports no limit.</summary>
    /// <param name="target">The target's name.</param>
    /// <param name="before">INFO before the run.</param>
    /// <param name="now">INFO after the connection was lost.</param>
    public static async Task<Reason?> FindAsync(
        string target, RespConnection connection, ServerInfo before, ServerInfo now, CancellationToken ct)
    {
        foreach (var (counter, setting, code) in Counted)
        {
            if (now.Number(counter) > before.Number(counter))
            {
                return Reason.Of(code, (Reason.Target, target), ("limit", await ReadAsync(connection, setting, ct).ConfigureAwait(false)));
            }
        }

        var limits = new List<(string Setting, object Value)>();
        foreach (var (setting, none) in Settings.Where(limit => !Counted.Any(each => each.Setting == limit.Setting && now.Has(each.Counter))))
        {
            if (await ReadAsync(connection, setting, ct).ConfigureAwait(false) is { } value && $"{value}" != none
                && (setting != Timeout || IsIdleFor(value, before, now)))
            {
                limits.Add((setting, value));
            }
        }

        return limits switch
        {
            [] => null,
            [(Timeout, var seconds)] => Reason.Of(ReasonCode.IdleLimit, (Reason.Target, target), ("seconds", seconds)),
            _ => Reason.Of(
                ReasonCode.ConnectionLimits, (Reason.Target, target),
                ("limits", string.Join(", ", limits.Select(limit => string.Create(CultureInfo.InvariantCulture, $"{limit.Setting} {limit.Value}"))))),
        };
    }

    /// <summary>The same reason with the largest value that the server accepts, if it is readable.</summary>
    public static async Task<Reason> WithValueLimitAsync(Reason reason, RespConnection connection, CancellationToken ct) =>
        await ReadAsync(connection, "proto-max-bulk-len", ct).ConfigureAwait(false) is { } limit ? reason.With("limit", limit) : reason;

    // No connection of a run is idle for longer than since its setup, which is shortly before the first INFO.
    private static bool IsIdleFor(object seconds, ServerInfo before, ServerInfo now) =>
        now.UptimeSeconds - before.UptimeSeconds + SetupSeconds >= (seconds as long? ?? 0);

    // A number, or a text with other characters, such as 5% or the three limits of a class of clients. Null when it is not readable.
    private static async Task<object?> ReadAsync(RespConnection connection, string setting, CancellationToken ct)
    {
        var reply = await connection.QueryAsync(ct, "CONFIG", "GET", setting).ConfigureAwait(false);
        if (reply.IsError || reply.Items is not [_, { Text: { Length: > 0 } text }])
        {
            return null;
        }

        var words = text.Split(' ');
        // The clients of a job belong to the class "normal".
        var value = Array.IndexOf(words, "normal") is >= 0 and var at && words.Length > at + 3 ? string.Join(' ', words[(at + 1)..(at + 4)]) : text;
        return long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : value;
    }
}
