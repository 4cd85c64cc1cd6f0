namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>A user who is online.</summary>
/// <param name="Id">Not negative.</param>
/// <param name="SeenAt">Unix seconds at which the user was last seen. A store may return a coarser value, or 0 when it stores no time.</param>
public readonly record struct OnlineUser(long Id, long SeenAt);
