using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What a case works with during one call: the server, a warm connection, and where to report what it did.</summary>
/// <param name="connection">Opened for this call's run alone, so that one run's trouble never reaches the next.</param>
/// <param name="server">For a strategy that speaks to the socket itself.</param>
public sealed class CaseContext(IConnectionMultiplexer connection, TargetServer server)
{
    public IConnectionMultiplexer Connection { get; } = connection;

    public IDatabase Database { get; } = connection.GetDatabase();

    public TargetServer Server { get; } = server;

    /// <summary>What the run did; filled in by the case, read by the runner after the clock has stopped.</summary>
    public WorkDone Work { get; } = new();
}
