namespace RedisPerf.Core.Model;

/// <summary>The resource use of the client process (a worker) while the clock ran. A figure that the system does not report is null.</summary>
/// <param name="CpuSeconds">Over all threads.</param>
/// <param name="AllocatedBytes">By the collector's own precise count.</param>
/// <param name="PeakWorkingSet">Maximum resident bytes while the clock ran; outside Linux, of the process's whole life.</param>
public sealed record ClientFigures(double? CpuSeconds, long? AllocatedBytes, long? PeakWorkingSet)
{
    /// <summary>Maximum growth of resident memory in bytes since the clock started.</summary>
    public long? WorkingSetGrowth { get; init; }

    /// <summary>Garbage collections, of any generation; null in a report from before they were counted.</summary>
    public int? Collections { get; init; }

    /// <summary>The thread pool's mean delay in seconds, measured twenty times per second.</summary>
    public double? PoolDelay { get; init; }

    /// <summary>Share of the machine's CPU time, 0 to 1, that the hypervisor gave to other machines: "steal".</summary>
    public double? Stolen { get; init; }

    /// <summary>Share of the machine's CPU time, 0 to 1, that processes other than this one and the server took.</summary>
    public double? Others { get; init; }

    /// <summary>Idle share of the machine's CPU time, 0 to 1.</summary>
    public double? Idle { get; init; }
}
