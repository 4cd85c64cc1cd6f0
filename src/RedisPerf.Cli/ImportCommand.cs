using System.CommandLine;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Cli;

/// <summary><c>redisperf import</c>: puts what was measured elsewhere into the ledger, beside the jobs of the web application, which may run meanwhile.</summary>
internal sealed class ImportCommand
{
    private readonly Argument<string> _file = new("file") { Description = "BenchmarkDotNet's full JSON report, or a job's JSON as redisperf run --save writes it.", HelpName = "file" };
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private ImportCommand(TextWriter output, TextWriter error) => (_output, _error) = (output, error);

    public static Command Create(TextWriter output, TextWriter error)
    {
        var import = new ImportCommand(output, error);
        var command = new Command("import", "Puts a file of results into the history.") { import._file };
        command.SetAction(import.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var path = parsed.GetRequiredValue(_file);
        try
        {
            var document = Read(await File.ReadAllTextAsync(path, ct));
            var isNew = await JobLedger.ImportAsync(Settings.DataFolder, document, ct);
            await _output.WriteLineAsync(isNew
                ? $"Job {document.Id} is in the ledger now: {Count(document.Cases.Count, "case")} of {document.Benchmark}. The web application shows it at /jobs/{document.Id}."
                : $"Job {document.Id} is already in the ledger; nothing was changed.");
            return ExitCode.Ok;
        }
        catch (FormatException exception)
        {
            return await Mistakes.RefuseAsync(_error, $"{path} cannot be imported. {exception.Message}");
        }
        catch (LedgerException exception)
        {
            return await Mistakes.RefuseAsync(_error, exception.Message);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return await Mistakes.RefuseAsync(_error, $"{path} cannot be read: {exception.Message}");
        }
    }

    private static JobDocument Read(string text)
    {
        JsonElement root;
        try
        {
            root = JsonSerializer.Deserialize<JsonElement>(text);
        }
        catch (JsonException exception)
        {
            throw new FormatException($"It is no JSON: {exception.Message}", exception);
        }

        return BenchmarkDotNetReport.IsOne(root) ? BenchmarkDotNetReport.Read(text) : JsonReport.Read(text);
    }

    private static string Count(int number, string noun) => $"{NumberFormat.Whole(number)} {noun}{(number == 1 ? "" : "s")}";
}
