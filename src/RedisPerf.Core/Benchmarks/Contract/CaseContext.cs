using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The server, an open connection and the counters of work for one call of a case.</summary>
/// <param name="connection">Opened for one run, so that a fault in one run does not affect the next.</param>
/// <param name="server">For a strategy that opens its own socket.</param>
public sealed class CaseContext(IConnectionMultiplexer connection, TargetServer server)
{
    public IConnectionMultiplexer Connection { get; } = connection;

    public IDatabase Database { get; } = connection.GetDatabase();

    public TargetServer Server { get; } = server;

    /// <summary>The work of the run. The case fills it in; the runner reads it after the clock has stopped.</summary>
    public WorkDone Work { get; } = new();
}
