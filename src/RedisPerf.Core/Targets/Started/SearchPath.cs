using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Programs that the machine's <c>PATH</c> leads to.</summary>
internal static class SearchPath
{
    /// <summary>The first executable file with this name on the PATH; null when there is no such file.</summary>
    public static string? Find(string program)
    {
        var name = OperatingSystem.IsWindows() ? program + ".exe" : program;
        foreach (var folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries))
        {
            var file = Path.Combine(folder, name);
            if (Path.IsPathFullyQualified(file) && File.Exists(file) && MayRun(file))
            {
                return file;
            }
        }

        return null;
    }

    /// <summary>Why a file is not a program that can be started; null when it is.</summary>
    public static Reason? FindFault(string program) =>
        !File.Exists(program) ? Reason.Of(ReasonCode.ProgramMissing, ("program", program))
        : !MayRun(program) ? Reason.Of(ReasonCode.ProgramNotExecutable, ("program", program))
        : null;

    private static bool MayRun(string file) =>
        OperatingSystem.IsWindows()
        || (File.GetUnixFileMode(file) & (UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute)) != 0;
}
