using System.Diagnostics;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Starts a server in such a way that it ends with this process, even when this process is killed.</summary>
/// <remarks>On Unix a shell starts a watcher and then becomes the server, so the server keeps the shell's process id. The watcher kills the
/// server when this process's end of a pipe closes, which the kernel also does for a killed process. On Windows the server is started
/// directly and keeps running when its owner is killed, until <see cref="TargetCatalogue.RemoveLeftovers"/> at the next start.</remarks>
internal static class ServerStartInfo
{
    // A line on the pipe means that the server has ended and its process id may be reused: the watcher then kills nothing.
    public const string Wrapper =
        "exec 3<&0; (trap '' HUP INT TERM; read -r _ <&3 || kill -9 $$) >/dev/null 2>&1 & exec 3<&-; exec \"$@\" </dev/null";

    /// <param name="port">The port that it listens on.</param>
    /// <param name="folder">Its working directory.</param>
    public static ProcessStartInfo Of(ServerProgram program, int port, string folder)
    {
        string[] words = OperatingSystem.IsWindows() ? [program.Path] : [.. Shell(), Wrapper, "sh", .. program.Words];
        var start = ChildProcess.StartInfo(words[0], [.. words[1..], .. program.Arguments(port), .. program.Given.Words]);
        start.WorkingDirectory = folder;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        foreach (var (variable, value) in program.Variables ?? new Dictionary<string, string?>())
        {
            start.Environment[variable] = value;
        }

        return start;
    }

    // Its own session, where setsid exists: Ctrl+C in a terminal goes to the whole process group, and the job must still be
    // able to remove its keys.
    private static string[] Shell() => SearchPath.Find("setsid") is { } ownSession ? [ownSession, "/bin/sh", "-c"] : ["/bin/sh", "-c"];
}
