using System.Diagnostics;
using RedisPerf.Cli.Tests;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>A program that runs to its end.</summary>
internal static class ShellCommand
{
    /// <param name="program">The path of the program, or its name on the PATH.</param>
    /// <param name="folder">Its working directory.</param>
    /// <param name="environment">Variables that are added; null removes one.</param>
    /// <param name="ct">Ends the program.</param>
    public static async Task<Outcome> RunAsync(
        string program, IEnumerable<string> arguments, string folder, IReadOnlyDictionary<string, string?> environment, CancellationToken ct)
    {
        var start = new ProcessStartInfo(program, arguments)
        { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        using var stop = ct.Register(() => process.Kill(entireProcessTree: true));
        var error = process.StandardError.ReadToEndAsync(ct);
        var output = await process.StandardOutput.ReadToEndAsync(ct);
        await process.WaitForExitAsync(ct);
        return new(process.ExitCode, output, await error);
    }

    /// <summary>Skips the test where a program is not on the PATH.</summary>
    public static void SkipWithout(params string[] programs)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The steps of the action run in bash.");
        var missing = programs.Where(program => Find(program) is null).ToArray();
        Assert.SkipUnless(missing.Length == 0, $"Not on the PATH: {string.Join(", ", missing)}.");
    }

    /// <summary>The path of a program on the PATH; null when there is no such program.</summary>
    public static string? Find(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);
}
