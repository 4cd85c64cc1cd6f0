using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>This process's own counters, and its machine's, at one moment.</summary>
internal readonly record struct ClientSample(double CpuSeconds, long AllocatedBytes, long WorkingSet, long PeakWorkingSet, int Collections, MachineCpu? Machine)
{
    /// <summary>The unit of the machine's counters, in seconds, on every Linux: USER_HZ is 100.</summary>
    private const double Tick = 0.01;

    /// <summary>The machine counts in ticks of 10 ms; over less than so many of them a share says nothing.</summary>
    private const long EnoughTicks = 50;

    public static ClientSample Now()
    {
        using var process = System.Diagnostics.Process.GetCurrentProcess();
        return new(process.TotalProcessorTime.TotalSeconds, GC.GetTotalAllocatedBytes(precise: true), process.WorkingSet64, process.PeakWorkingSet64, GC.CollectionCount(0), MachineCpu.Now());
    }

    /// <summary>A sample from which the peak of resident memory counts anew, where the system can do that.</summary>
    public static ClientSample First()
    {
        // https://docs.kernel.org/filesystems/proc.html: 5 resets the peak of resident memory.
        const string reset = "/proc/self/clear_refs";
        if (OperatingSystem.IsLinux() && File.Exists(reset))
        {
            try
            {
                File.WriteAllText(reset, "5");
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // A locked-down container: the peak is then that of the process's life, as elsewhere.
            }
        }

        return Now();
    }

    /// <param name="before">The earlier sample.</param>
    /// <param name="after">The later one.</param>
    /// <param name="serverCpuSeconds">What the server took of this machine's CPU; 0 when it is on another one, null when it does not tell, or where it is is not known.</param>
    public static ClientFigures Between(ClientSample before, ClientSample after, double? serverCpuSeconds)
    {
        var cpuSeconds = after.CpuSeconds - before.CpuSeconds;
        var figures = new ClientFigures(cpuSeconds, after.AllocatedBytes - before.AllocatedBytes, after.PeakWorkingSet)
        {
            WorkingSetGrowth = Math.Max(0, after.PeakWorkingSet - before.WorkingSet),
            // Whatever collects an older generation collects this one with it.
            Collections = after.Collections - before.Collections,
        };
        if (after.Machine - before.Machine is not { Total: >= EnoughTicks and var total } machine)
        {
            return figures;
        }

        return figures with
        {
            Stolen = (double)machine.Stolen / total,
            Idle = (double)machine.Idle / total,
            Others = ((machine.Busy * Tick) - cpuSeconds - serverCpuSeconds) / (total * Tick) is { } others ? Math.Max(0, others) : null,
        };
    }
}
