using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>This process's resource use, and its machine's, between two samples. The sum of the slices of a run is the use of the run.</summary>
/// <param name="CpuSeconds">Over all threads.</param>
/// <param name="AllocatedBytes">By the collector's own precise count.</param>
/// <param name="PeakWorkingSet">Maximum resident bytes.</param>
/// <param name="WorkingSetGrowth">Maximum growth of resident memory in bytes since the first sample.</param>
/// <param name="Collections">Garbage collections, of any generation.</param>
/// <param name="Machine">Null when the system does not report it.</param>
/// <param name="ServerCpuSeconds">The server's use of this machine's CPU; 0 when it is on another machine, null when it is not known.</param>
/// <param name="PoolDelay">The delays of the thread pool; null when the time was too short to measure one.</param>
internal sealed record ClientUse(
    double CpuSeconds, long AllocatedBytes, long PeakWorkingSet, long WorkingSetGrowth, int Collections, MachineCpu? Machine,
    double? ServerCpuSeconds, PoolDelays? PoolDelay)
{
    /// <summary>The unit of the machine's counters, in seconds, on every Linux: USER_HZ is 100.</summary>
    private const double Tick = 0.01;

    /// <summary>The machine counts in ticks of 10 ms; a share of fewer ticks is not accurate.</summary>
    private const long EnoughTicks = 50;

    public static ClientUse Between(ClientSample before, ClientSample after, double? serverCpuSeconds, PoolDelays? poolDelay) => new(
        after.CpuSeconds - before.CpuSeconds,
        after.AllocatedBytes - before.AllocatedBytes,
        after.PeakWorkingSet,
        Math.Max(0, after.PeakWorkingSet - before.WorkingSet),
        // A collection of an older generation includes this one.
        after.Collections - before.Collections,
        after.Machine - before.Machine,
        serverCpuSeconds,
        poolDelay);

    public static ClientUse operator +(ClientUse first, ClientUse second) => new(
        first.CpuSeconds + second.CpuSeconds,
        first.AllocatedBytes + second.AllocatedBytes,
        Math.Max(first.PeakWorkingSet, second.PeakWorkingSet),
        Math.Max(first.WorkingSetGrowth, second.WorkingSetGrowth),
        first.Collections + second.Collections,
        first.Machine + second.Machine,
        first.ServerCpuSeconds + second.ServerCpuSeconds,
        first.PoolDelay is { } delay && second.PoolDelay is { } other ? delay + other : first.PoolDelay ?? second.PoolDelay);

    public ClientFigures ToFigures()
    {
        var figures = new ClientFigures(CpuSeconds, AllocatedBytes, PeakWorkingSet)
        { WorkingSetGrowth = WorkingSetGrowth, Collections = Collections, PoolDelay = PoolDelay?.Mean };
        return Machine is not { Total: >= EnoughTicks and var total } machine
            ? figures
            : figures with
            {
                Stolen = (double)machine.Stolen / total,
                Idle = (double)machine.Idle / total,
                Others = ((machine.Busy * Tick) - CpuSeconds - ServerCpuSeconds) / (total * Tick) is { } others ? Math.Max(0, others) : null,
            };
    }
}
