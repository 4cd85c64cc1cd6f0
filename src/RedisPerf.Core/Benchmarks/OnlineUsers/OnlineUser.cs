namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>Somebody who is online.</summary>
/// <param name="Id">Not negative.</param>
/// <param name="SeenAt">Last seen, in Unix seconds. What a store gives back may be coarser, and is 0 where it keeps no time.</param>
public readonly record struct OnlineUser(long Id, long SeenAt);
