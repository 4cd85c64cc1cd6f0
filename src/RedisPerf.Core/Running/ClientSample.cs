namespace RedisPerf.Core.Running;

/// <summary>This process's own counters, and its machine's, at one moment.</summary>
internal readonly record struct ClientSample(
    double CpuSeconds, long AllocatedBytes, long WorkingSet, long PeakWorkingSet, int Collections, MachineCpu? Machine)
{
    public static ClientSample Now()
    {
        using var process = System.Diagnostics.Process.GetCurrentProcess();
        return new(process.TotalProcessorTime.TotalSeconds, GC.GetTotalAllocatedBytes(precise: true), process.WorkingSet64,
            process.PeakWorkingSet64, GC.CollectionCount(0), MachineCpu.Now());
    }

    /// <summary>Resets the peak of resident memory, if the system supports it, and takes a sample.</summary>
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
                // In a restricted container, the peak is that since the start of the process, as on other systems.
            }
        }

        return Now();
    }
}
