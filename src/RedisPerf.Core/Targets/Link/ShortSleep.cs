using System.Diagnostics;
using System.Runtime.InteropServices;

namespace RedisPerf.Core.Targets.Link;

/// <summary>Lets this thread sleep for less than one millisecond, the resolution of the framework's own waiting.</summary>
internal static class ShortSleep
{
    /// <summary>A sleeping thread wakes this much late: measured 75 to 105 µs on a machine with 2 cores. So the sleep is shortened by it.</summary>
    private static readonly long Lateness = Alarm.Ticks(TimeSpan.FromMicroseconds(80));

    /// <summary>The last part of a wait is a busy loop; a longer one would use CPU that the measured work needs.</summary>
    private static readonly long Spin = Alarm.Ticks(TimeSpan.FromMicroseconds(20));

    /// <summary>Sleeps for this time, rarely more than 0.1 ms longer.</summary>
    /// <param name="ticks">In the unit of <see cref="Stopwatch.GetTimestamp"/>.</param>
    public static void For(long ticks)
    {
        var end = Stopwatch.GetTimestamp() + ticks;
        if (ticks > Spin)
        {
            Sleep(Math.Max(1, ticks - Lateness));
        }

        while (Stopwatch.GetTimestamp() < end)
        {
            if (end - Stopwatch.GetTimestamp() > Spin)
            {
                return;
            }

            Thread.SpinWait(10);
        }
    }

    // Windows has no such call: the thread yields instead of sleeping.
    private static void Sleep(long ticks)
    {
        if (OperatingSystem.IsWindows())
        {
            Thread.Yield();
            return;
        }

        var time = new TimeSpec { Nanoseconds = (nint)(ticks * 1_000_000_000 / Stopwatch.Frequency) };
        _ = NanoSleep(in time, IntPtr.Zero);
    }

    [DllImport("libc", EntryPoint = "nanosleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int NanoSleep(in TimeSpec time, IntPtr left);
}
