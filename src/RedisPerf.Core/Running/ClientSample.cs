using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>This process's own counters, and its machine's, at one moment.</summary>
internal readonly record struct ClientSample(double CpuSeconds, long AllocatedBytes, long WorkingSet, long PeakWorkingSet, int Collections, MachineCpu? Machine)
{
    /// <summary>The unit of the machine's counters, in seconds, on every Linux: USER_HZ is 100.</summary>
    private const double Tick = 0.01;

    /// <summary>The machine counts in ticks of 10 ms; a share of fewer ticks is not accurate.</summary>
    private const long EnoughTicks = 50;

    public static ClientSample Now()
    {
        using var process = System.Diagnostics.Process.GetCurrentProcess();
        return new(process.TotalProcessorTime.TotalSeconds, GC.GetTotalAllocatedBytes(precise: true), process.WorkingSet64, process.PeakWorkingSet64, GC.CollectionCount(0), MachineCpu.Now());
    }

    /// <summary>Resets the peak of resident memory, where the system supports it, and takes a sample.</summary>
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
    /// <param name="serverCpuSeconds">The server's use of this machine's CPU; 0 when it is on another machine, null when it is not known.</param>
    public static ClientFigures Between(ClientSample before, ClientSample after, double? serverCpuSeconds)
    {
        var cpuSeconds = after.CpuSeconds - before.CpuSeconds;
        var figures = new ClientFigures(cpuSeconds, after.AllocatedBytes - before.AllocatedBytes, after.PeakWorkingSet)
        {
            WorkingSetGrowth = Math.Max(0, after.PeakWorkingSet - before.WorkingSet),
            // A collection of an older generation includes this one.
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
