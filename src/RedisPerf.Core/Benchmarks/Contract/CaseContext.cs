using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The server, the open connections and the counters of work for one call of a case.</summary>
/// <param name="connections">At least one. Opened for one run, so that a fault in one run does not affect the next.</param>
/// <param name="server">For a strategy that opens its own socket.</param>
public sealed class CaseContext(IReadOnlyList<IConnectionMultiplexer> connections, TargetServer server)
{
    /// <summary>All connections of a run: <see cref="Case.Connections"/>.</summary>
    public IReadOnlyList<IConnectionMultiplexer> Connections { get; } = connections;

    /// <summary>The first connection.</summary>
    public IConnectionMultiplexer Connection => Connections[0];

    public IDatabase Database { get; } = connections[0].GetDatabase();

    public TargetServer Server { get; } = server;

    /// <summary>Counts the replies that a strategy reads from its own sockets. The runner has those of the connections.</summary>
    public ReplyCounter Replies { get; init; } = new();

    /// <summary>Sends the first command of each connection, which takes longer, before the clock starts.</summary>
    public Task PingAsync() => Task.WhenAll(Connections.Select(connection => connection.GetDatabase().PingAsync()));

    /// <summary>The work of the run. The case fills it in; the runner reads it after the clock has stopped.</summary>
    public WorkDone Work { get; } = new();
}
