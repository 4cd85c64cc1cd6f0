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

    /// <summary>Calls during one slice by probes, by new connections and by a monitoring client.</summary>
    private const int HousekeepingCalls = 50;

    /// <returns>Empty when nothing was detected.</returns>
    public static IReadOnlyList<Reason> Of(ServerUse server, IReadOnlyDictionary<string, long>? own, ClientFigures client)
    {
        // A run without commands cannot be delayed by the server's other clients.
        Reason?[] detected = own is { Count: 0 } ? [FindCpuShortage(client)] : [server.Incident, FindOtherClients(server, own), FindCpuShortage(client)];
        return [.. detected.OfType<Reason>()];
    }

    private static Reason? FindOtherClients(ServerUse server, IReadOnlyDictionary<string, long>? own)
    {
        if (server.Calls is not { } calls || own is null)
        {
            return null;
        }

        var times = server.CountsTransactionsTwice && own.ContainsKey("multi") ? 2 : 1;
        var foreign = calls
            .GroupBy(call => Canonical(call.Key), call => call.Value)
            .Select(calls => (Command: calls.Key, Count: calls.Sum() - (own.TryGetValue(calls.Key, out var ours) ? times * ours : ServerSample.IsHousekeeping(calls.Key) ? server.Slices * HousekeepingCalls : 0)))
            .Where(call => call.Count > 0)
            .OrderByDescending(call => call.Count)
            .ToArray();
        var (total, ours) = (foreign.Sum(call => call.Count), own.Values.Sum());
        if (total <= ForeignShare * ours)
        {
            return null;
        }

        // In alphabetical order, so that runs disturbed by the same commands are one group.
        var names = string.Join(", ", foreign.Take(Named).Select(call => call.Command).Order(StringComparer.Ordinal));
        return Reason.Of(ReasonCode.OtherClients, (Reason.Target, server.Target), ("commands", total), ("own", ours), ("names", names));
    }

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
