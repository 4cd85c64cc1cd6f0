using System.Globalization;

namespace RedisPerf.Core.Targets;

/// <summary>The memory of this machine that a process may use, within the limit of its container.</summary>
internal static class MachineMemory
{
    private const string Cgroups = "/sys/fs/cgroup";

    /// <summary>Bytes of the machine, or of the container's limit.</summary>
    public static long Total()
    {
        var machine = FromMemInfo("MemTotal") ?? GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        return Limits().Select(l => l.Limit).Append(machine).Min();
    }

    /// <summary>Bytes that are available without swapping; null when the system does not report it.</summary>
    public static long? Available()
    {
        if (FromMemInfo("MemAvailable") is { } available)
        {
            return Limits().Select(l => Math.Max(0, l.Limit - l.Used)).Append(available).Min();
        }

        var info = GC.GetGCMemoryInfo();
        return info.MemoryLoadBytes > 0 ? Math.Max(0, info.TotalAvailableMemoryBytes - info.MemoryLoadBytes) : null;
    }

    private static long? FromMemInfo(string field)
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/proc/meminfo"))
        {
            return null;
        }

        var line = File.ReadLines("/proc/meminfo").FirstOrDefault(l => l.StartsWith(field + ":", StringComparison.Ordinal));
        return line?.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, var kilobytes, ..] ? Number(kilobytes) * 1024 : null;
    }

    // Version 2 has a limit in each group from that of this process to the root; version 1 has one memory controller.
    private static IEnumerable<(long Limit, long Used)> Limits()
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/proc/self/cgroup"))
        {
            yield break;
        }

        foreach (var line in File.ReadLines("/proc/self/cgroup"))
        {
            if (line.Split(':', 3) is not [_, var controllers, var group])
            {
                continue;
            }

            if (controllers.Length == 0)
            {
                for (var path = group.Trim('/'); ; path = Path.GetDirectoryName(path) ?? "")
                {
                    var folder = Path.Combine(Cgroups, path);
                    if (Limit(folder, "memory.max", "memory.current", "inactive_file") is { } limit)
                    {
                        yield return limit;
                    }

                    if (path.Length == 0)
                    {
                        break;
                    }
                }
            }
            else if (controllers.Split(',').Contains("memory"))
            {
                // In a container the group's own path is not mounted: its limit is at the controller's root.
                var memory = Path.Combine(Cgroups, "memory");
                foreach (var folder in (string[])[Path.Combine(memory, group.Trim('/')), memory])
                {
                    if (Limit(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file") is { } limit)
                    {
                        yield return limit;
                    }
                }
            }
        }
    }

    private static (long Limit, long Used)? Limit(string folder, string limitFile, string usedFile, string reclaimable)
    {
        if (Number(Read(Path.Combine(folder, limitFile))) is not { } limit || limit >= long.MaxValue / 2)
        {
            return null;
        }

        var used = Number(Read(Path.Combine(folder, usedFile))) ?? 0;
        // The kernel frees cached pages of unused files when memory is needed.
        var files = Read(Path.Combine(folder, "memory.stat"))
            ?.Split('\n').FirstOrDefault(l => l.StartsWith(reclaimable + " ", StringComparison.Ordinal));
        return (limit, used - (Number(files?.Split(' ')[1]) ?? 0));
    }

    private static string? Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long? Number(string? text) =>
        long.TryParse(text?.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : null;
}
