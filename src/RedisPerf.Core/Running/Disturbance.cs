using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Detects from the counters before and after a run what else happened that may have changed its time.</summary>
internal static class Disturbance
{
    /// <summary>Commands of other clients divided by the run's own.</summary>
    private const double ForeignShare = 0.01;

    /// <summary>Share of the machine's CPU time given to other machines.</summary>
    private const double StolenShare = 0.02;

    /// <summary>Other programs slow down the run when they use this share and less than <see cref="IdleShare"/> is idle.</summary>
    private const double OthersShare = 0.05;
    private const double IdleShare = 0.10;

    /// <summary>Seconds. A strategy that encodes on all cores delays the pool by a few milliseconds itself.</summary>
    private const double LatePool = 0.05;

    /// <summary>Commands that a reason names.</summary>
    private const int Named = 3;

    /// <summary>Calls of a server during one slice by probes, by new connections and by a monitoring client.</summary>
    private const int HousekeepingCalls = 50;

    /// <summary>Time that the server spent on commands of other clients, divided by the time of the run.</summary>
    private const double ForeignTimeShare = 0.02;

    /// <summary>Seconds. A very short run has single commands of monitors.</summary>
    private const double ForeignTime = 0.001;

    /// <summary>Seconds without a reply while this process was idle.</summary>
    private const double LongStall = 0.5;

    /// <summary>Seconds between the starts of the nodes that measure together, and the same as a share of the time.</summary>
    private const double LongSkew = 0.005;
    private const double SkewShare = 0.05;

    /// <summary>The server was idle during a stall if it was idle for this share of its length.</summary>
    private const double IdleDuringStall = 0.8;

    /// <param name="server">The server's counters.</param>
    /// <param name="own">The calls of the run by command; null when unknown.</param>
    /// <param name="client">This process's figures.</param>
    /// <param name="seconds">The time of the run.</param>
    /// <param name="stall">The longest time without a reply while this process was idle, in seconds.</param>
    /// <returns>Empty when nothing was detected.</returns>
    public static IReadOnlyList<Reason> Of(ServerUse server, IReadOnlyDictionary<string, long>? own, ClientFigures client, double seconds, double stall = 0)
    {
        // A run without commands cannot be delayed by the server's other clients.
        Reason?[] detected = own is { Count: 0 }
            ? [FindCpuShortage(client)]
            : [server.Incident, FindOtherClients(server, own, seconds), FindStall(server, seconds, stall), FindCpuShortage(client)];
        return [.. detected.OfType<Reason>()];
    }

    /// <summary>Whether the nodes that measure a slice together started too far apart.</summary>
    public static bool IsSkewed(double skew, double seconds) => skew > Math.Max(LongSkew, SkewShare * seconds);

    /// <summary>What disturbed a run that several nodes measured together.</summary>
    /// <param name="clients">The figures of each other machine.</param>
    /// <param name="skew">Seconds between the starts of a slice, when they disturb it; otherwise 0.</param>
    public static IEnumerable<Reason> OfNodes(IEnumerable<ClientFigures> clients, double skew)
    {
        if (skew > 0)
        {
            yield return Reason.Of(ReasonCode.StartSkew, ("seconds", skew));
        }

        foreach (var reason in clients.Select(FindCpuShortage).OfType<Reason>())
        {
            yield return reason;
        }
    }

    // A busy server is no stall: a command of the run may take long.
    private static Reason? FindStall(ServerUse server, double seconds, double stall) =>
        stall >= LongStall && server.CpuSeconds <= seconds - (IdleDuringStall * stall)
            ? Reason.Of(ReasonCode.Stalled, (Reason.Target, server.Target), ("seconds", stall))
            : null;

    private static Reason? FindOtherClients(ServerUse server, IReadOnlyDictionary<string, long>? own, double seconds)
    {
        if (server.Calls is not { } calls || own is null)
        {
            return null;
        }

        var times = server.CountsTransactionsTwice && own.ContainsKey("multi") ? 2 : 1;
        var foreign = calls
            .GroupBy(call => Canonical(call.Key), call => call.Value)
            .Select(calls => (Command: calls.Key, Count: calls.Sum() - (own.TryGetValue(calls.Key, out var ours) ? times * ours : Expected(calls.Key))))
            .Where(call => call.Count > 0)
            .OrderByDescending(call => call.Count)
            .ToArray();
        var (total, ours) = (foreign.Sum(call => call.Count), own.Values.Sum());
        var foreignSeconds = foreign.Sum(call => SecondsOf(server, call.Command, (double)call.Count / CountOf(calls, call.Command)));
        var observed = Math.Max(seconds, server.Seconds);
        var isLong = foreignSeconds > Math.Max(ForeignTime, ForeignTimeShare * observed);
        if (total <= ForeignShare * ours && !isLong)
        {
            return null;
        }

        // In alphabetical order, so that runs disturbed by the same commands are one group.
        var names = string.Join(", ", foreign.Take(Named).Select(call => call.Command).Order(StringComparer.Ordinal));
        return isLong
            ? Reason.Of(ReasonCode.OtherClientsTime, (Reason.Target, server.Target), ("share", foreignSeconds / observed), ("names", names))
            : Reason.Of(ReasonCode.OtherClients, (Reason.Target, server.Target), ("commands", total), ("own", ours), ("names", names));

        // StackExchange.Redis 2 sends SELECT after each command that it does not recognize, such as BITFIELD.
        long Expected(string command) => (ServerSample.IsHousekeeping(command) ? server.Slices * server.Shards * HousekeepingCalls : 0) + (command == "select" ? own.Values.Sum() : 0);
    }

    // A script's commands are counted again by their own names, so this is an upper limit.
    private static double SecondsOf(ServerUse server, string command, double share) =>
        share * (server.CommandSeconds?.Where(each => Canonical(each.Key) == command).Sum(each => each.Value) ?? 0);

    private static long CountOf(IReadOnlyDictionary<string, long> calls, string command) => calls.Where(call => Canonical(call.Key) == command).Sum(call => call.Value);

    // Some clients send HMSET instead of HSET.
    private static string Canonical(string command) => command == "hmset" ? "hset" : command;

    private static Reason? FindCpuShortage(ClientFigures client) => client switch
    {
        { Stolen: > StolenShare and var stolen } => Reason.Of(ReasonCode.StolenCpu, ("share", stolen)),
        { Others: > OthersShare and var others, Idle: < IdleShare } => Reason.Of(ReasonCode.OtherPrograms, ("share", others)),
        { PoolDelay: > LatePool and var delay } => Reason.Of(ReasonCode.LateThreadPool, ("seconds", delay)),
        _ => null,
    };
}
