namespace RedisPerf.Cli.Tests;

/// <summary>Exit code and output of a command line.</summary>
internal sealed record Outcome(int ExitCode, string Output, string Error)
{
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
