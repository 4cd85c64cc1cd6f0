namespace RedisPerf.Core.Model;

/// <summary>What this process spent while the clock ran, and how freely it could. What the system does not tell is null.</summary>
/// <param name="CpuSeconds">Over all threads.</param>
/// <param name="AllocatedBytes">By the collector's own precise count.</param>
/// <param name="PeakWorkingSet">Bytes resident at the most while the clock ran; where only the peak of the process's whole life is known (outside Linux), that.</param>
public sealed record ClientFigures(double? CpuSeconds, long? AllocatedBytes, long? PeakWorkingSet)
{
    /// <summary>Bytes by which resident memory rose, at the most, above where it stood when the clock started.</summary>
    public long? WorkingSetGrowth { get; init; }

    /// <summary>Garbage collections, of any generation; null in a report from before they were counted.</summary>
    public int? Collections { get; init; }

    /// <summary>Seconds by which the thread pool was late on the average, asked twenty times a second.</summary>
    public double? PoolDelay { get; init; }

    /// <summary>Share of the machine's CPU time, 0 to 1, that the hypervisor gave to other machines: "steal".</summary>
    public double? Stolen { get; init; }

    /// <summary>Share of the machine's CPU time, 0 to 1, that processes other than this one and the server took.</summary>
    public double? Others { get; init; }

    /// <summary>Share of the machine's CPU time, 0 to 1, that nobody wanted.</summary>
    public double? Idle { get; init; }
}
