using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>An entry in the benchmark's list: a store and its properties.</summary>
/// <param name="Info">The description.</param>
/// <param name="Open">Creates the store for a connection and a key.</param>
/// <param name="Traffic">Returns the traffic of a run, for a key.</param>
/// <param name="ServerBytesPerUser">Peak server memory per user, on the engine that needs the most.</param>
public sealed record OnlineStrategy(
    StrategyInfo Info, Func<IDatabase, string, IOnlineStore> Open, Func<OnlineUsersWorkload, string, Traffic> Traffic, double ServerBytesPerUser)
{
    /// <summary>The description, with the case class that executes the store.</summary>
    public StrategyInfo Info { get; } = Info with { Executor = typeof(OnlineUsersCase) };

    /// <summary>Maps a stored user to the user that the store returns; null when the store returns no users.</summary>
    public Func<OnlineUser, OnlineUser>? Kept { get; init; } = user => user;

    /// <summary>Maximum relative error of the count; 0 for an exact count.</summary>
    public double CountError { get; init; }
}
