using System.Diagnostics;
using System.Runtime.InteropServices;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The CPU time of another process. <see cref="Process.TotalProcessorTime"/> has steps of 10 ms on Linux, which is more
/// than a short run takes.</summary>
internal static class ProcessCpuTime
{
    /// <summary>User and system time of all threads, including ended threads.</summary>
    /// <exception cref="InvalidOperationException">The process has ended.</exception>
    public static TimeSpan Of(Process process) =>
        OperatingSystem.IsLinux() && GetClock(process.Id, out var clock) == 0 && GetTime(clock, out var time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromTicks(time.Nanoseconds / TimeSpan.NanosecondsPerTick)
            : process.TotalProcessorTime;

    // https://man7.org/linux/man-pages/man3/clock_getcpuclockid.3.html
    [DllImport("libc", EntryPoint = "clock_getcpuclockid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetClock(int processId, out int clock);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetTime(int clock, out TimeSpec time);
}
