using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Distinguishes a process from a later one with the same id.</summary>
internal static class ProcessIdentity
{
    /// <summary>Identifies the boot of the machine; null on other systems than Linux, and when it cannot be read.</summary>
    public static string? Boot { get; } = Of(Environment.ProcessId) is { } identity && OperatingSystem.IsLinux() ? identity.Split(' ')[0] : null;

    /// <summary>Unique to this process: on Linux the boot, the process namespace and the start in clock ticks
    /// (<see cref="Process.StartTime"/> is computed there and moves with the wall clock), elsewhere the start time. Null when the process
    /// has ended, or when this user may not read it.</summary>
    public static string? Of(int processId)
    {
        try
        {
            if (!OperatingSystem.IsLinux())
            {
                using var process = Process.GetProcessById(processId);
                return process.StartTime.ToUniversalTime().ToString("O", CultureInfo.InvariantCulture);
            }

            var stat = File.ReadAllText($"/proc/{processId}/stat");
            // The second field is the program's name in parentheses and can contain any character; the start is the 22nd field.
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            // A zombie: ended, but its parent has not waited for it. In a container it can remain so.
            if (fields[0] == "Z")
            {
                return null;
            }

            var ticks = fields[19];
            var boot = File.ReadAllText("/proc/sys/kernel/random/boot_id").Trim();
            var space = new FileInfo("/proc/self/ns/pid").LinkTarget;
            return $"{boot} {space} {ticks}";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    /// <summary>Whether the process with this identity has ended. False even when this is not known, because it runs in another process
    /// namespace of the same boot, as in another container.</summary>
    public static bool HasExited(int processId, string identity)
    {
        if (!OperatingSystem.IsLinux())
        {
            return Of(processId) != identity;
        }

        var own = Of(Environment.ProcessId)?.Split(' ');
        return (own, identity.Split(' ')) switch
        {
            ([var boot, _, _], [var other, _, _]) when boot != other => true,
            ([_, var here, _], [_, var there, _]) when here == there => Of(processId) != identity,
            _ => false,
        };
    }
}
