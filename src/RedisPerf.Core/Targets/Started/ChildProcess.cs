using System.Diagnostics;

namespace RedisPerf.Core.Targets.Started;

/// <summary>How every program is started and killed: without the settings of RedisPerf, and with all its own processes.</summary>
internal static class ChildProcess
{
    /// <summary>Without the settings of this process's runtime (collector, profiler, hot reload), which must not affect the measurement,
    /// and without its own settings, which have passwords of targets and the access token.</summary>
    public static ProcessStartInfo StartInfo(string program, IEnumerable<string> arguments)
    {
        var start = BuildInfo(program, arguments);
        Remove(start, IsForOurRuntime);
        return start;
    }

    /// <summary>For a program that builds and measures nothing: without the settings of RedisPerf, and with those of the
    /// runtime and its SDK.</summary>
    /// <inheritdoc cref="StartInfo"/>
    public static ProcessStartInfo BuildInfo(string program, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { UseShellExecute = false, CreateNoWindow = true };
        Remove(start, IsOurSetting);
        return start;
    }

    /// <summary>Kills a process that this process started, with the processes that it started.</summary>
    public static void Kill(Process process) => process.Kill(entireProcessTree: true);

    /// <summary>Kills a process that this process or another one of RedisPerf started, without its own processes, which a
    /// search in all processes would find too late.</summary>
    public static void KillAlone(Process process) => process.Kill();

    private static void Remove(ProcessStartInfo start, Func<string, bool> isRemoved)
    {
        foreach (var variable in start.Environment.Keys.Where(isRemoved).ToList())
        {
            start.Environment.Remove(variable);
        }
    }

    private static bool IsOurSetting(string variable) => variable.StartsWith("RedisPerf__", StringComparison.OrdinalIgnoreCase)
        || variable.StartsWith("RedisPerf:", StringComparison.OrdinalIgnoreCase);

    private static bool IsForOurRuntime(string variable) =>
        (variable.StartsWith("DOTNET_", StringComparison.OrdinalIgnoreCase)
            && !variable.StartsWith("DOTNET_ROOT", StringComparison.OrdinalIgnoreCase))
        || variable.StartsWith("COMPlus_", StringComparison.OrdinalIgnoreCase)
        || variable.StartsWith("CORECLR_", StringComparison.OrdinalIgnoreCase);
}
