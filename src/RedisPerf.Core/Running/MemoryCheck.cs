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
            return Reason.Of(ReasonCode.NotEnoughMemory, ("payload", estimate.PayloadBytes), ("needed", needed), (Reason.Target, target), ("free", free), ("option", estimate.SizeOption));
        }

        // On the server's own machine, the client's need is a part of the sum above.
        return !room.SharedWithClient && MachineMemory.Available() is { } here && estimate.ClientMemoryBytes > here
            ? Reason.Of(ReasonCode.NotEnoughClientMemory, ("payload", estimate.PayloadBytes), ("needed", estimate.ClientMemoryBytes), ("free", here), ("option", estimate.SizeOption))
            : null;
    }

    /// <summary>Bytes that the job needs on the machine whose free memory was measured.</summary>
    public static long Needed(JobEstimate estimate, MemoryRoom room) =>
        estimate.ServerMemoryBytes + (room.SharedWithClient ? estimate.ClientMemoryBytes : 0);
}
