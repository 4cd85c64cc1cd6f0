using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The engine and the version that a server program reports on its command line.</summary>
/// <param name="Engine">As in <see cref="ServerFamily"/>, or the name that a fork of Redis gives itself.</param>
internal sealed partial record ProgramVersion(string Engine, string Version)
{
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(5);

    /// <summary>Runs the program with <c>--version</c>. No server starts.</summary>
    /// <returns>The version, or why it is not known.</returns>
    public static async Task<(ProgramVersion? Version, Reason? Reason)> ReadAsync(string program, CancellationToken ct)
    {
        try
        {
            return Parse(await OutputAsync(program, ["--version"], ct).ConfigureAwait(false)) is { } version
                ? (version, null)
                : (null, Reason.Of(ReasonCode.ProgramVersionUnknown, ("program", program)));
        }
        catch (Exception e) when (e is Win32Exception or TimeoutException)
        {
            return (null, Failed(program, e));
        }
    }

    /// <summary>The reason for an exception of <see cref="OutputAsync"/>.</summary>
    public static Reason Failed(string program, Exception exception) =>
        Reason.Of(ReasonCode.ProgramVersionFailed, ("program", program), ("message", exception.Message));

    /// <summary>What a program writes to either output within five seconds.</summary>
    /// <exception cref="Win32Exception">It cannot be started.</exception>
    /// <exception cref="TimeoutException">It does not end.</exception>
    public static async Task<string> OutputAsync(string program, string[] arguments, CancellationToken ct)
    {
        var start = ChildProcess.StartInfo(program, arguments);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        // A program of .NET needs them; the others do not read them.
        foreach (var (variable, value) in ServerFamily.GarnetVariables())
        {
            start.Environment[variable] = value;
        }

        using var process = Process.Start(start)!;
        try
        {
            return string.Concat(await Task.WhenAll(process.StandardOutput.ReadToEndAsync(ct), process.StandardError.ReadToEndAsync(ct))
                .WaitAsync(AnswerLimit, ct).ConfigureAwait(false));
        }
        finally
        {
            ChildProcess.Kill(process);
        }
    }

    /// <summary>Null when the text has no version.</summary>
    internal static ProgramVersion? Parse(string output)
    {
        var match = VersionLine().Match(output);
        return match is { Success: true, Groups: var groups }
            ? new(ServerFamily.Find(groups["engine"].Value)?.Engine ?? groups["engine"].Value, groups["version"].Value)
            : null;
    }

    // "Redis server v=7.0.15 sha=…", "Valkey server v=8.1.1 sha=…", "dragonfly v1.31.0-7c6d…", "GarnetServer 2.2.5+8d00…"
    [GeneratedRegex(@"^(?:(?<engine>\w+) server v=(?<version>[0-9][\w.-]*)|(?<engine>dragonfly|Garnet)(?:Server)? v?(?<version>[0-9][0-9.]*))",
        RegexOptions.Multiline)]
    private static partial Regex VersionLine();
}
