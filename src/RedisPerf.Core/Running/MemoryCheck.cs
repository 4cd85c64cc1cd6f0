using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Refuses a job that its target cannot hold, before anything is written.</summary>
public static class MemoryCheck
{
    /// <returns>A sentence with the figures when the job does not fit; null when it does, or when the room cannot be told.</returns>
    public static string? Refusal(JobEstimate estimate, string target, MemoryRoom room)
    {
        var needed = Needed(estimate, room);
        return room.Bytes is { } bytes && needed > bytes
            ? string.Create(CultureInfo.InvariantCulture, $"A run writes {Gigabytes(estimate.PayloadBytes)} and needs about {Gigabytes(needed)} of memory; {target} has {Gigabytes(bytes)} free. Lower {estimate.SizeOption}.")
            : null;
    }

    /// <summary>Bytes that the job needs where the room was measured.</summary>
    public static long Needed(JobEstimate estimate, MemoryRoom room) =>
        estimate.ServerMemoryBytes + (room.SharedWithClient ? estimate.ClientMemoryBytes : 0);

    private static string Gigabytes(long bytes) => bytes < 1_000_000_000
        ? string.Create(CultureInfo.InvariantCulture, $"{bytes / 1e6:0.#} MB")
        : string.Create(CultureInfo.InvariantCulture, $"{bytes / 1e9:#,0.00} GB");
}
