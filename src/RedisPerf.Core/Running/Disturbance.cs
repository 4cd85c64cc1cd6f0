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

    /// <summary>Time that the server spent on commands of other clients, divided by the time of the run.</summary>
    private const double ForeignTimeShare = 0.02;

    /// <summary>Seconds. A very short run has single commands of monitors.</summary>
    private const double ForeignTime = 0.001;

    /// <summary>The same for commands that probes and the client send too, such as INFO.</summary>
    private const double HousekeepingTime = 0.01;

    /// <summary>Bytes of other clients, divided by those of the run.</summary>
    private const double ForeignBytesShare = 0.1;

    /// <summary>Bytes of other clients per second: 4% of a link of 1 Gbit/s.</summary>
    private const double ForeignBytes = 5e6;

    /// <summary>Connections of other clients in a run, and per second. With TLS, each takes about a millisecond.</summary>
    private const double ForeignConnections = 20;

    /// <summary>A reason names a command that took this share of the time.</summary>
    private const double NamedShare = 0.05;

    /// <summary>Seconds without replies while this process was idle, all stalls together.</summary>
    private const double LongStall = 0.5;

    /// <summary>Seconds between the starts of the nodes that measure together, and the same as a share of the time.</summary>
    private const double LongSkew = 0.005;
    private const double SkewShare = 0.05;

    /// <summary>The server was idle during a stall if it was idle for this share of its length. A paused server that reads the waiting
    /// commands into its buffer was busy for up to 40%.</summary>
    private const double IdleDuringStall = 0.5;

    /// <param name="server">The server's counters.</param>
    /// <param name="own">The calls of the run by command; null when unknown.</param>
    /// <param name="client">This process's figures.</param>
    /// <param name="seconds">The time of the run.</param>
    /// <param name="stall">The sum of the stalls in seconds.</param>
    /// <param name="usual">The other runs of the case; null when they are not known.</param>
    /// <param name="operations">The operations of the run.</param>
    /// <returns>Empty when nothing was detected.</returns>
    public static IReadOnlyList<Reason> Of(
        ServerUse server,
        IReadOnlyDictionary<string, long>? own,
        ClientFigures client,
        double seconds,
        double stall = 0,
        CaseHistory? usual = null,
        long? operations = null)
    {
        // A run without commands cannot be delayed by the server's other clients.
        Reason?[] detected = own is { Count: 0 }
            ? [FindCpuShortage(client)]
            : [server.Incident, FindOtherClients(server, own, seconds, usual) ?? FindTraffic(server, own, seconds, usual, operations),
                FindStall(server, seconds, stall), FindCpuShortage(client)];
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

    // A busy server is not a stall: a command of the run may take long.
    private static Reason? FindStall(ServerUse server, double seconds, double stall) =>
        stall >= LongStall && server.CpuSeconds <= seconds - (IdleDuringStall * stall)
            ? Reason.Of(ReasonCode.Stalled, (Reason.Target, server.Target), ("seconds", stall))
            : null;

    private static Reason? FindOtherClients(ServerUse server, IReadOnlyDictionary<string, long>? own, double seconds, CaseHistory? usual)
    {
        if (own is null)
        {
            return null;
        }

        var commands = ForeignCommand.Of(server, own).ToArray();
        return FindLongCommands(server, own, commands, Math.Max(seconds, server.Seconds), usual) ?? FindManyCommands(server, own, commands);
    }

    private static Reason? FindLongCommands(
        ServerUse server, IReadOnlyDictionary<string, long> own, IReadOnlyList<ForeignCommand> commands, double observed, CaseHistory? usual)
    {
        var foreign = commands
            .Select(command => (command.Name, command.IsHousekeeping, Seconds: command.ForeignSeconds(own, usual)))
            .GroupBy(command => command.IsHousekeeping)
            .Where(group => group.Sum(command => command.Seconds) > Math.Max(group.Key ? HousekeepingTime : ForeignTime, ForeignTimeShare * observed))
            .SelectMany(group => group)
            .ToArray();
        var total = foreign.Sum(command => command.Seconds);
        return foreign.Length == 0 ? null : Reason.Of(
            ReasonCode.OtherClientsTime,
            (Reason.Target, server.Target),
            ("share", total / observed),
            ("names", Names(foreign.Where(command => command.Seconds >= NamedShare * total).OrderByDescending(command => command.Seconds)
                .Select(command => command.Name))));
    }

    // What the server does for other clients apart from their commands: it sends copies of all commands to MONITOR, and
    // messages to subscribers. Its CPU time does not show this: where the server is busy, it is the time of the run itself.
    private static Reason? FindTraffic(
        ServerUse server, IReadOnlyDictionary<string, long>? own, double seconds, CaseHistory? usual, long? operations)
    {
        var observed = Math.Max(seconds, server.Seconds);
        if (usual?.MinBytes(server.Slices, own?.Values.Sum(), operations) is { } min && server.TransferredBytes - min is { } bytes
            && bytes > Math.Max(ForeignBytesShare * min, ForeignBytes * observed))
        {
            return Reason.Of(ReasonCode.OtherClientsBytes, (Reason.Target, server.Target), ("bytes", bytes));
        }

        return server.Connections - usual?.MinConnections(server.Slices) is { } connections
            && connections > ForeignConnections * Math.Max(observed, 1)
            ? Reason.Of(ReasonCode.OtherClientsConnections, (Reason.Target, server.Target), ("count", connections))
            : null;
    }

    private static Reason? FindManyCommands(ServerUse server, IReadOnlyDictionary<string, long> own, IReadOnlyList<ForeignCommand> commands)
    {
        var foreign = commands.Where(command => command.Foreign > 0).OrderByDescending(command => command.Foreign).ToArray();
        var (total, ours) = (foreign.Sum(command => command.Foreign), own.Values.Sum());
        return total <= ForeignShare * ours ? null : Reason.Of(
            ReasonCode.OtherClients, (Reason.Target, server.Target), ("commands", total), ("own", ours),
            ("names", Names(foreign.Select(command => command.Name))));
    }

    // In alphabetical order, so that runs disturbed by the same commands are one group.
    private static string Names(IEnumerable<string> commands) => string.Join(", ", commands.Take(Named).Order(StringComparer.Ordinal));

    private static Reason? FindCpuShortage(ClientFigures client) => client switch
    {
        { Stolen: > StolenShare and var stolen } => Reason.Of(ReasonCode.StolenCpu, ("share", stolen)),
        { Others: > OthersShare and var others, Idle: < IdleShare } => Reason.Of(ReasonCode.OtherPrograms, ("share", others)),
        { PoolDelay: > LatePool and var delay } => Reason.Of(ReasonCode.LateThreadPool, ("seconds", delay)),
        _ => null,
    };
}
