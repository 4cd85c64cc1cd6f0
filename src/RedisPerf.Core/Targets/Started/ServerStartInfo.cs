using System.Diagnostics;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Starts a server in such a way that it ends with this process, even when this process is killed.</summary>
/// <remarks>
/// On Unix a shell starts a watcher and then becomes the server, so the server keeps the shell's process id. The watcher
/// kills the server when this process's end of a pipe closes, which the kernel also does for a killed process. On Windows
/// the server is started directly and keeps running when its owner is killed, until <see cref="TargetCatalogue.RemoveLeftovers"/> at the next start.
/// </remarks>
internal static class ServerStartInfo
{
    // A line on the pipe means that the server has ended and its process id may be reused: the watcher then kills nothing.
    public const string Wrapper = "exec 3<&0; (trap '' HUP INT TERM; read -r _ <&3 || kill -9 $$) >/dev/null 2>&1 & exec 3<&-; exec \"$@\" </dev/null";

    /// <param name="program">The program.</param>
    /// <param name="port">The port that it listens on.</param>
    /// <param name="folder">Its working directory.</param>
    public static ProcessStartInfo Of(ServerProgram program, int port, string folder)
    {
        var start = new ProcessStartInfo
        {
            WorkingDirectory = folder,
            UseShellExecute = false,
            CreateNoWindow = true,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        if (OperatingSystem.IsWindows())
        {
            start.FileName = program.Path;
        }
        else
        {
            // Its own session, where setsid exists: Ctrl+C in a terminal goes to the whole process group, and the job must
            // still be able to remove its keys.
            var ownSession = SearchPath.Find("setsid");
            start.FileName = ownSession ?? "/bin/sh";
            string[] shell = ownSession is null ? ["-c"] : ["/bin/sh", "-c"];
            foreach (var word in (string[])[.. shell, Wrapper, "sh", .. program.Words])
            {
                start.ArgumentList.Add(word);
            }
        }

        foreach (var word in program.Arguments(port))
        {
            start.ArgumentList.Add(word);
        }

        RemoveOwnVariables(start);
        foreach (var (variable, value) in program.Variables ?? new Dictionary<string, string?>())
        {
            start.Environment[variable] = value;
        }

        return start;
    }

    /// <summary>
    /// Removes the settings of this process's runtime (collector, profiler, hot reload), which must not affect the measurement,
    /// and its own settings, which have passwords of targets and the access token.
    /// </summary>
    public static void RemoveOwnVariables(ProcessStartInfo start)
    {
        foreach (var variable in start.Environment.Keys.Where(variable => IsForOurRuntime(variable) || IsOurSetting(variable)).ToList())
        {
            start.Environment.Remove(variable);
        }
    }

    private static bool IsOurSetting(string variable) => variable.StartsWith("RedisPerf__", StringComparison.OrdinalIgnoreCase) || variable.StartsWith("RedisPerf:", StringComparison.OrdinalIgnoreCase);

    private static bool IsForOurRuntime(string variable) =>
        (variable.StartsWith("DOTNET_", StringComparison.OrdinalIgnoreCase) && !variable.StartsWith("DOTNET_ROOT", StringComparison.OrdinalIgnoreCase))
        || variable.StartsWith("COMPlus_", StringComparison.OrdinalIgnoreCase)
        || variable.StartsWith("CORECLR_", StringComparison.OrdinalIgnoreCase);
}
