using System.CommandLine;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>The <c>redisperf</c> command: results to standard output, progress and errors to standard error.</summary>
internal static class CommandLine
{
    /// <summary>Longer than a running job needs to remove its keys after Ctrl+C: up to 30 s for the shared data of its cases.</summary>
    private static readonly TimeSpan TimeToStop = TimeSpan.FromSeconds(45);

    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(string[] args, TextWriter output, TextWriter error, CancellationToken ct = default)
    {
        try
        {
            return await RunAsync(args, await PluginArguments.ReadAsync(args, ct), output, error, ct);
        }
        catch (OperationCanceledException)
        {
            await error.WriteLineAsync("Interrupted before anything was measured.");
            return ExitCode.Interrupted;
        }
        catch (TargetException exception)
        {
            return await UsageErrors.WriteAsync(error, exception.Reason.ToText());
        }
        catch (PayloadException exception)
        {
            return await UsageErrors.WriteAsync(error, exception.Reason.ToText());
        }
        catch (UsageException exception)
        {
            return await UsageErrors.WriteAsync(error, exception.Message);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            await error.WriteLineAsync(exception.Message);
            return ExitCode.RunFailed;
        }
    }

    private static async Task<int> RunAsync(
        string[] args, IReadOnlyList<Plugin> plugins, TextWriter output, TextWriter error, CancellationToken ct)
    {
        var catalogue = Catalogue.Default.With(plugins);
        var root = new RootCommand("Measures which way of writing to and reading from Redis is fastest for your data.")
        {
            ListCommand.Create(catalogue, output),
            TargetsCommand.Create(output),
            ClientsCommand.Create(output, error),
            RunCommand.Create(catalogue, plugins, output, error),
            RunCommand.CreateComparison(catalogue, output, error),
            ShowCommand.Create(catalogue, output, error),
            CompareCommand.Create(catalogue, output, error),
            SelfTestCommand.Create(output, error),
            CalibrateCommand.Create(output, error),
            ImportCommand.Create(output, error),
            PublishCommand.Create(catalogue, output, error),
            MoveLedgerCommand.Create(output, error),
            CleanCommand.Create(Console.In, output, error),
        };

        var parsed = root.Parse([.. args.Select(word => Flags.Normalize(word, catalogue))]);
        if (parsed.Errors.Count > 0)
        {
            return await UsageErrors.WriteAsync(error, UsageErrors.Of(parsed));
        }

        return await parsed.InvokeAsync(
            new() { ProcessTerminationTimeout = TimeToStop, EnableDefaultExceptionHandler = false, Output = output, Error = error }, ct);
    }
}
