namespace RedisPerf.Core.Measuring;

/// <summary>This process's own counters at one moment.</summary>
internal readonly record struct ClientSample(double CpuSeconds, long AllocatedBytes, long PeakWorkingSet)
{
    public static ClientSample Now()
    {
        using var process = System.Diagnostics.Process.GetCurrentProcess();
        return new(process.TotalProcessorTime.TotalSeconds, GC.GetTotalAllocatedBytes(precise: true), process.PeakWorkingSet64);
    }

    public static ClientFigures Between(ClientSample before, ClientSample after) =>
        new(after.CpuSeconds - before.CpuSeconds, after.AllocatedBytes - before.AllocatedBytes, after.PeakWorkingSet);
}
