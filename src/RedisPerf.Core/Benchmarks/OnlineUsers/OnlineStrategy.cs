using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>A line in the benchmark's list: a store, and what its case has to know of it.</summary>
/// <param name="Info">What it says of itself.</param>
/// <param name="Open">The store over a connection, by its key.</param>
/// <param name="Traffic">What a run sends, by the key.</param>
/// <param name="ServerBytesPerUser">The server's memory for one user, at its peak and on the engine that needs the most.</param>
public sealed record OnlineStrategy(StrategyInfo Info, Func<IDatabase, string, IOnlineStore> Open, Func<OnlineUsersWorkload, string, Traffic> Traffic, double ServerBytesPerUser)
{
    /// <summary>What it says of itself.</summary>
    public StrategyInfo Info { get; } = Info with { Executor = typeof(OnlineUsersCase) };

    /// <summary>How a user comes back out of the store; null where none does.</summary>
    public Func<OnlineUser, OnlineUser>? Kept { get; init; } = user => user;

    /// <summary>By how much of itself a count may be wrong; 0 for a count that is exact.</summary>
    public double CountError { get; init; }
}
