using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Tells from the counters around a run what happened beside it that may have changed its time.</summary>
internal static class Disturbance
{
    /// <summary>Foreign commands over our own.</summary>
    private const double ForeignShare = 0.01;

    /// <summary>Share of the machine's CPU time given to other machines.</summary>
    private const double StolenShare = 0.02;

    /// <summary>Others who take as much of the CPU take it from us, when less than <see cref="IdleShare"/> is left over.</summary>
    private const double OthersShare = 0.05;
    private const double IdleShare = 0.10;

    /// <summary>Seconds. Encoders on all cores make the pool late by a few milliseconds: that is the strategy's own doing.</summary>
    private const double LatePool = 0.05;

    /// <summary>Commands named in a sentence.</summary>
    private const int Named = 3;

    /// <summary>Our own probes' and connections', and a monitor's that looks in now and then.</summary>
    private const int HousekeepingCalls = 50;

    /// <returns>A sentence for each thing that was seen; null when nothing was.</returns>
    public static string? Of(ServerSample before, ServerSample after, IReadOnlyDictionary<string, long>? own, ClientFigures client)
    {
        // What a run asked the server nothing for, nobody else can have held up there.
        string?[] seen = own is { Count: 0 } ? [Starved(client)] : [ServerSample.Trouble(before, after), Foreign(before, after, own), Starved(client)];
        return string.Join(" ", seen.OfType<string>()) is { Length: > 0 } sentences ? sentences : null;
    }

    private static string? Foreign(ServerSample before, ServerSample after, IReadOnlyDictionary<string, long>? own)
    {
        if (ServerSample.CallsBetween(before, after) is not { } calls || own is null)
        {
            return null;
        }

        var times = after.CountsTransactionsTwice && own.ContainsKey("multi") ? 2 : 1;
        var foreign = calls
            .GroupBy(call => Canonical(call.Key), call => call.Value)
            .Select(calls => (Command: calls.Key, Count: calls.Sum() - (own.TryGetValue(calls.Key, out var ours) ? times * ours : ServerSample.IsHousekeeping(calls.Key) ? HousekeepingCalls : 0)))
            .Where(call => call.Count > 0)
            .OrderByDescending(call => call.Count)
            .ToArray();
        var (total, ours) = (foreign.Sum(call => call.Count), own.Values.Sum());
        if (total <= ForeignShare * ours)
        {
            return null;
        }

        var names = string.Join(", ", foreign.Take(Named).Select(call => string.Create(CultureInfo.InvariantCulture, $"{call.Command} {call.Count:N0}")));
        return string.Create(CultureInfo.InvariantCulture, $"The server of target '{after.Target}' also worked for others: {total:N0} commands beside the run's own {ours:N0} ({names}).");
    }

    // Clients choose either word for the same command.
    private static string Canonical(string command) => command == "hmset" ? "hset" : command;

    private static string? Starved(ClientFigures client) => client switch
    {
        { Stolen: > StolenShare and var stolen } => $"The hypervisor gave {Percent(stolen)} of this machine's CPU time to others.",
        { Others: > OthersShare and var others, Idle: < IdleShare } => $"Other programs took {Percent(others)} of this machine's CPU time, and next to none was left over.",
        { PoolDelay: > LatePool and var delay } => string.Create(CultureInfo.InvariantCulture, $"The client was starved of CPU: its thread pool was {1000 * delay:0} ms late on the average."),
        _ => null,
    };

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0} %");
}
