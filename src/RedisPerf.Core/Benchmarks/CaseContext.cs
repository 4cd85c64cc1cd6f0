using System.Net;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks;

/// <summary>What a case works with during one call: the server, a warm connection, and where to report what it did.</summary>
/// <param name="connection">Opened for this run alone, so that one run's trouble never reaches the next.</param>
/// <param name="endPoint">For a strategy that speaks to the socket itself.</param>
/// <param name="password">What the socket must authenticate with; null when nothing is asked.</param>
public sealed class CaseContext(IConnectionMultiplexer connection, EndPoint endPoint, string? password = null)
{
    public IConnectionMultiplexer Connection { get; } = connection;

    public IDatabase Database { get; } = connection.GetDatabase();

    public EndPoint EndPoint { get; } = endPoint;

    public string? Password { get; } = password;

    /// <summary>What the run did; filled in by the case, read by the runner after the clock has stopped.</summary>
    public WorkDone Work { get; } = new();
}
