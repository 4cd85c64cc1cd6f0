using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Rejects a job that its target cannot hold, before anything is written.</summary>
public static class MemoryCheck
{
    /// <returns>Null when the job fits, or when the free memory is not known.</returns>
    public static Reason? Refusal(JobEstimate estimate, string target, MemoryRoom room)
    {
        var needed = Needed(estimate, room);
        return room.Bytes is { } free && needed > free
            ? Reason.Of(ReasonCode.NotEnoughMemory, ("payload", estimate.PayloadBytes), ("needed", needed), (Reason.Target, target), ("free", free), ("option", estimate.SizeOption))
            : null;
    }

    /// <summary>Bytes that the job needs on the machine whose free memory was measured.</summary>
    public static long Needed(JobEstimate estimate, MemoryRoom room) =>
        estimate.ServerMemoryBytes + (room.SharedWithClient ? estimate.ClientMemoryBytes : 0);
}
