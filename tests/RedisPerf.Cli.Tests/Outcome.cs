using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Tests;

/// <summary>Exit code and output of a command line.</summary>
internal sealed record Outcome(int ExitCode, string Output, string Error)
{
    /// <summary>The target of tests that need any server: a redis-server, whose start is the fastest, where one is installed.</summary>
    public static string Target { get; } = LocalTarget.Find("").Any(local => local is { Name: LocalTarget.TargetName, IsInstalled: true })
        ? LocalTarget.TargetName
        : EmbeddedTarget.TargetName;

    public string[] ErrorLines => Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Runs a command line in this process. The text is split at spaces.</summary>
    public static Task<Outcome> OfAsync(string line, CancellationToken ct) => OfAsync(line.Split(' '), ct);

    public static async Task<Outcome> OfAsync(string[] args, CancellationToken ct)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var code = await CommandLine.RunAsync(args, output, error, ct);
        return new(code, output.ToString(), error.ToString());
    }
}
