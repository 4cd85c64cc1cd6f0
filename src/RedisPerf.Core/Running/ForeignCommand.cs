using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>The calls of a command on a server during a run, by the run and by others.</summary>
/// <param name="Name">In lower case.</param>
/// <param name="Calls">All calls.</param>
/// <param name="Own">The calls of the run; 0 for a command that the run does not use.</param>
/// <param name="Expected">Further calls by the probes, the client and monitoring programs.</param>
/// <param name="Seconds">The time of all calls; 0 when the engine does not report it.</param>
internal sealed record ForeignCommand(string Name, long Calls, long Own, long Expected, double Seconds)
{
    /// <summary>Calls of a server during one slice by probes, by new connections and by a monitoring client.</summary>
    private const int HousekeepingCalls = 50;

    /// <summary>The calls of other clients.</summary>
    public long Foreign => Calls - Own - Expected;

    /// <summary>Sent by every client apart from its work. Its calls are expected, but they are short.</summary>
    public bool IsHousekeeping => Own == 0 && ServerSample.IsHousekeeping(Name);

    /// <summary>The commands of a server during a run that can be those of other clients; none when it does not count them. On a server that
    /// RedisPerf started, housekeeping is the work of its probes and clients.</summary>
    public static IEnumerable<ForeignCommand> Of(ServerUse server, IReadOnlyDictionary<string, long> own)
    {
        var times = server.CountsTransactionsTwice && own.ContainsKey("multi") ? 2 : 1;
        return (server.Calls ?? new Dictionary<string, long>())
            .GroupBy(call => Canonical(call.Key))
            .Where(calls => !server.IsStarted || own.ContainsKey(calls.Key) || !ServerSample.IsHousekeeping(calls.Key))
            .Select(calls => new ForeignCommand(
                calls.Key,
                calls.Sum(call => call.Value),
                times * own.GetValueOrDefault(calls.Key),
                own.ContainsKey(calls.Key) ? 0 : ExpectedOf(calls.Key),
                calls.Sum(call => server.CommandSeconds?.GetValueOrDefault(call.Key) ?? 0)));

        long ExpectedOf(string command) =>
            (ServerSample.IsHousekeeping(command) ? server.Slices * server.Shards * HousekeepingCalls : 0) + SelectCalls(command, own);
    }

    /// <summary>The time of the calls of other clients. The calls of a housekeeping command are weighed without an allowance: a single one
    /// can take long. A script's commands are counted again by their own names, so the sum of all commands is an upper limit.</summary>
    /// <param name="own">The calls of the run by command.</param>
    /// <param name="usual">The other runs of the case; null when they are not known.</param>
    public double ForeignSeconds(IReadOnlyDictionary<string, long> own, CaseHistory? usual)
    {
        var calls = IsHousekeeping ? Calls - SelectCalls(Name, own) : Foreign;
        if (calls <= 0)
        {
            return 0;
        }

        // By number, and for the run's own commands also by time: a few calls of another client can take longer than all others.
        var share = Seconds * calls / Calls;
        return Own > 0 && usual?.Max(Name) is { } max ? Math.Max(share, Seconds - (Own * max)) : share;
    }

    // StackExchange.Redis 2 sends SELECT after each command that it does not recognize, such as BITFIELD.
    private static long SelectCalls(string command, IReadOnlyDictionary<string, long> own) => command == "select" ? own.Values.Sum() : 0;

    // Some clients send HMSET instead of HSET.
    private static string Canonical(string command) => command == "hmset" ? "hset" : command;
}
