using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Rejects a job that its target or this process cannot hold, before anything is written.</summary>
public static class MemoryCheck
{
    /// <returns>Null when the job fits, or when the free memory is not known.</returns>
    public static Reason? Refusal(JobEstimate estimate, string target, MemoryRoom room)
    {
        var needed = Needed(estimate, room);
        if (room.Bytes is { } free && needed > free)
        {
            return Reason.Of(ReasonCode.NotEnoughMemory, ("payload", estimate.PayloadBytes), ("needed", needed), (Reason.Target, target),
                ("free", free), ("option", estimate.SizeOption));
        }

        if (room.Shards?.FirstOrDefault(shard => NeededOn(estimate, shard) > shard.Bytes) is { } full)
        {
            return Reason.Of(
                ReasonCode.NotEnoughShardMemory,
                ("payload", estimate.PayloadBytes),
                ("needed", NeededOn(estimate, full)),
                (Reason.Target, target),
                ("node", full.Node),
                ("free", full.Bytes),
                ("option", estimate.SizeOption));
        }

        // On the server's own machine, the client's need is a part of the sum above.
        return !room.SharedWithClient && MachineMemory.Available() is { } here && estimate.ClientMemoryBytes > here
            ? Reason.Of(ReasonCode.NotEnoughClientMemory, ("payload", estimate.PayloadBytes), ("needed", estimate.ClientMemoryBytes),
                ("free", here), ("option", estimate.SizeOption))
            : null;
    }

    /// <summary>Bytes that the job needs on a shard. By chance, a shard can get more keys than its share, and the fewer keys, the more:
    /// three standard deviations are included.</summary>
    internal static long NeededOn(JobEstimate estimate, ShardRoom shard) =>
        (long)(estimate.ServerMemoryBytes * Math.Min(1, shard.Share + (3 * Math.Sqrt(shard.Share * (1 - shard.Share) / estimate.Keys))));

    /// <summary>Bytes that the job needs on the machine whose free memory was measured.</summary>
    public static long Needed(JobEstimate estimate, MemoryRoom room) =>
        estimate.ServerMemoryBytes + (room.SharedWithClient ? estimate.ClientMemoryBytes : 0);
}
