using System.Globalization;

namespace RedisPerf.Core.Running;

/// <summary>How the machine's CPU time was spent up to one moment, in clock ticks over all cores, as Linux counts it.</summary>
/// <param name="Busy">Running something.</param>
/// <param name="Idle">Idle, or waiting for a disk.</param>
/// <param name="Stolen">Requested here, but given to other machines by the hypervisor.</param>
internal readonly record struct MachineCpu(long Busy, long Idle, long Stolen)
{
    private const string Source = "/proc/stat";

    public long Total => Busy + Idle + Stolen;

    /// <returns>Null when the system does not report it.</returns>
    public static MachineCpu? Now() => OperatingSystem.IsLinux() && File.Exists(Source) ? Parse(File.ReadLines(Source).First()) : null;

    /// <summary>Reads the line <c>cpu user nice system idle iowait irq softirq steal …</c>; the later fields are
    /// included in the first ones.</summary>
    internal static MachineCpu? Parse(string line)
    {
        var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words is not ["cpu", _, _, _, _, _, _, _, _, ..])
        {
            return null;
        }

        var ticks = words[1..9].Select(word => long.Parse(word, CultureInfo.InvariantCulture)).ToArray();
        return new(ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6], ticks[3] + ticks[4], ticks[7]);
    }

    public static MachineCpu operator +(MachineCpu first, MachineCpu second) =>
        new(first.Busy + second.Busy, first.Idle + second.Idle, first.Stolen + second.Stolen);

    public static MachineCpu operator -(MachineCpu after, MachineCpu before) =>
        new(after.Busy - before.Busy, after.Idle - before.Idle, after.Stolen - before.Stolen);
}
