using System.CommandLine;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>The <c>redisperf</c> command: results to standard output, progress and errors to standard error.</summary>
internal static class CommandLine
{
    /// <summary>Long enough for a running job to remove its keys after Ctrl+C.</summary>
    private static readonly TimeSpan TimeToStop = TimeSpan.FromSeconds(20);

    public static async Task<int> RunAsync(string[] args, TextWriter output, TextWriter error)
    {
        var root = new RootCommand("Measures which way of writing to, and reading from, Redis is fastest for your data.")
        {
            ListCommand.Create(Catalogue.Default, output),
            TargetsCommand.Create(output, error),
            RunCommand.Create(Catalogue.Default, output, error),
        };

        var parsed = root.Parse(args);
        if (parsed.Errors.Count > 0)
        {
            foreach (var wrong in parsed.Errors)
            {
                await error.WriteLineAsync(wrong.Message);
            }

            await error.WriteLineAsync("redisperf --help tells what there is.");
            return ExitCode.WrongUsage;
        }

        try
        {
            return await parsed.InvokeAsync(new() { ProcessTerminationTimeout = TimeToStop, EnableDefaultExceptionHandler = false, Output = output, Error = error });
        }
        catch (Exception exception) when (exception is TargetException or IOException or UnauthorizedAccessException)
        {
            await error.WriteLineAsync(exception.Message);
            return ExitCode.RunFailed;
        }
    }
}
