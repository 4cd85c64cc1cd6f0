using System.Globalization;

namespace RedisPerf.Core.Targets;

/// <summary>What identifies the platform of a machine, by name: <c>cpu</c>, <c>microcode</c>, <c>kernel</c>, <c>mitigations</c>, <c>governor</c>,
/// <c>huge pages</c> and <c>cpu limit</c>. It has no measured value: the frequency of a CPU varies within a job.</summary>
internal static class MachinePlatform
{
    private const string Cgroups = "/sys/fs/cgroup";

    /// <summary>Without the properties that the system does not report; empty on other systems than Linux.</summary>
    public static IReadOnlyDictionary<string, string> Read() => OperatingSystem.IsLinux()
        ? new (string Name, string? Value)[]
        {
            ("cpu", CpuInfo("model name")),
            ("microcode", CpuInfo("microcode")),
            ("kernel", ReadText("/proc/sys/kernel/osrelease")),
            ("mitigations", Mitigations("/sys/devices/system/cpu/vulnerabilities")),
            ("governor", ReadText("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
            ("huge pages", Selected(ReadText("/sys/kernel/mm/transparent_hugepage/enabled"))),
            ("cpu limit", CpuLimit(ReadText("/proc/self/cgroup") ?? "", file => ReadText(Path.Combine(Cgroups, file)))),
        }.Where(each => each.Value is { Length: > 0 }).ToDictionary(each => each.Name, each => each.Value!)
        : new Dictionary<string, string>();

    /// <summary>The smallest quota of the groups of this process: <c>1.5 cores</c>, or <c>none</c>.</summary>
    /// <param name="groups">The content of <c>/proc/self/cgroup</c>.</param>
    /// <param name="read">Reads a file below the folder of the control groups; null when it does not exist.</param>
    internal static string CpuLimit(string groups, Func<string, string?> read)
    {
        var limits = groups.Split('\n').Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3)
            .SelectMany(parts => parts[1].Length == 0
                ? Ancestors(parts[2]).Select(path => Cores(read(Path.Combine(path, "cpu.max"))))
                : parts[1].Split(',').Contains("cpu")
                    // In a container the group's own path is not mounted: its quota is at the controller's root.
                    ? new[] { parts[2].Trim('/'), "" }.Select(path => Path.Combine("cpu", path)).Select(path => Cores(
                        $"{read(Path.Combine(path, "cpu.cfs_quota_us"))} {read(Path.Combine(path, "cpu.cfs_period_us"))}"))
                    : [])
            .OfType<double>().ToArray();
        return limits.Length == 0 ? "none" : string.Create(CultureInfo.InvariantCulture, $"{limits.Min():0.##} cores");
    }

    /// <summary>The value in brackets: <c>madvise</c> in <c>always [madvise] never</c>.</summary>
    internal static string? Selected(string? text) => text?.Split('[', ']') is [_, var selected, _] ? selected : null;

    private static IEnumerable<string> Ancestors(string group)
    {
        for (var path = group.Trim('/'); path.Length > 0; path = Path.GetDirectoryName(path) ?? "")
        {
            yield return path;
        }

        yield return "";
    }

    // Without a quota, the text is "max 100000", and -1 in version 1.
    private static double? Cores(string? text) =>
        text?.Split(' ') is [var quota, var period] && double.TryParse(quota, CultureInfo.InvariantCulture, out var used) && used > 0
        && double.TryParse(period, CultureInfo.InvariantCulture, out var of) && of > 0
            ? used / of
            : null;

    // Only the kind of a mitigation: the details repeat it for each part of the kernel.
    private static string? Mitigations(string folder) => Directory.Exists(folder)
        ? string.Join(", ", Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal)
            .Select(file => (Name: Path.GetFileName(file), Value: ReadText(file)?.Split(';', ',')[0]))
            .Where(each => each.Value is not null and not "Not affected")
            .Select(each => $"{each.Name}: {each.Value!.Replace("Mitigation: ", "", StringComparison.Ordinal)}")) is { Length: > 0 } all
                ? all
                : "none"
        : null;

    private static string? CpuInfo(string field) => !File.Exists("/proc/cpuinfo") ? null
        : File.ReadLines("/proc/cpuinfo").Select(line => line.Split(':', 2)).FirstOrDefault(parts => parts[0].Trim() == field) is [_, var value]
            ? value.Trim()
            : null;

    private static string? ReadText(string file)
    {
        try
        {
            return File.Exists(file) ? File.ReadAllText(file).Trim() : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
