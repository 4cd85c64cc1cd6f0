using System.CommandLine;
using RedisPerf.Cli.Imports;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Cli;

/// <summary><c>redisperf import</c>: adds external results to the ledger. The web application may run at the same time.</summary>
internal sealed class ImportCommand
{
    private readonly Argument<string> _file = new("file")
    { Description = $"One of these files, or - for standard input: {ImportedFile.Formats}.", HelpName = "file" };
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private ImportCommand(TextWriter output, TextWriter error) => (_output, _error) = (output, error);

    public static Command Create(TextWriter output, TextWriter error)
    {
        var import = new ImportCommand(output, error);
        var command = new Command("import", "Adds the results in a file to the history.") { import._file };
        command.SetAction(import.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var path = parsed.GetRequiredValue(_file);
        try
        {
            var (document, skipped) = ImportedFile.Read(await InputFile.ReadTextAsync(path, ct), InputFile.TimeOf(path));
            var isNew = await JobImport.RunAsync(Settings.Ledger, Settings.DataFolder, document, Catalogue.Default, ct);
            await _output.WriteLineAsync(isNew
                ? $"Added job {document.Id} to the ledger: {NumberFormat.Count(document.Cases.Count, "case")} "
                    + $"of {document.Benchmark}. The web application shows it at /jobs/{document.Id}."
                    + (skipped > 0 ? $" {NumberFormat.Count(skipped, "result")} without a time {(skipped == 1 ? "was" : "were")} skipped." : "")
                : $"Job {document.Id} is already in the ledger. Nothing was changed.");
            return ExitCode.Ok;
        }
        catch (FormatException exception)
        {
            return await UsageErrors.WriteAsync(_error, $"{InputFile.NameOf(path)} cannot be imported. {exception.Message}");
        }
        catch (LedgerException exception)
        {
            return await UsageErrors.WriteAsync(_error, exception.Message);
        }
        catch (Exception exception) when (InputFile.IsAbout(exception))
        {
            return await UsageErrors.WriteAsync(_error, InputFile.Describe(path, exception));
        }
    }
}
