namespace RedisPerf.Core.Targets;

/// <summary>Memory that a job may fill.</summary>
/// <param name="Bytes">Null when it is not known.</param>
/// <param name="SharedWithClient">True when the server runs on this machine, so that the client needs a part of this memory.</param>
public readonly record struct MemoryRoom(long? Bytes, bool SharedWithClient)
{
    /// <summary>The memory of each shard of a cluster; null without a cluster.</summary>
    public IReadOnlyList<ShardRoom>? Shards { get; init; }
}

/// <summary>Memory that a job may fill on a shard of a cluster.</summary>
/// <param name="Node">Its address.</param>
/// <param name="Bytes">Null when it is not known.</param>
/// <param name="Share">Its share of the hash slots, 0 to 1.</param>
public sealed record ShardRoom(string Node, long? Bytes, double Share);
