using System.CommandLine;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Cli;

/// <summary><c>redisperf move-ledger</c>: copies the history between SQLite and PostgreSQL, and compares it.</summary>
internal sealed class MoveLedgerCommand
{
    private const string LedgerFormats =
        "sqlite: and a data folder, or a PostgreSQL connection string such as \"Host=db.example;Database=redisperf\".";

    private readonly Option<string> _from = new("--from")
    { Description = $"The ledger to copy: {LedgerFormats} It remains.", HelpName = "ledger", Required = true };
    private readonly Option<string> _to = new("--to")
    { Description = $"The ledger that gets the copy: {LedgerFormats}", HelpName = "ledger", Required = true };
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private MoveLedgerCommand(TextWriter output, TextWriter error) => (_output, _error) = (output, error);

    public static Command Create(TextWriter output, TextWriter error)
    {
        var move = new MoveLedgerCommand(output, error);
        var command = new Command("move-ledger",
            "Copies the history between SQLite and PostgreSQL. Stop each RedisPerf that uses one of the two ledgers first.") { move._from, move._to };
        command.SetAction(move.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        try
        {
            await LedgerMove.RunAsync(
                parsed.GetRequiredValue(_from),
                parsed.GetRequiredValue(_to),
                table => _output.WriteLine($"{table.Table}: {NumberFormat.Whole(table.Rows)} rows, checksum {table.Checksum}"),
                ct);
        }
        catch (LedgerException exception)
        {
            return await UsageErrors.WriteAsync(_error, exception.Message);
        }
        catch (OperationCanceledException)
        {
            await _error.WriteLineAsync("Interrupted. The target was not changed; the command can be repeated.");
            return ExitCode.Interrupted;
        }

        await _output.WriteLineAsync("The ledger was copied. The number and the checksum of the rows are equal in both ledgers.");
        await _output.WriteLineAsync("Set RedisPerf__Ledger to the new ledger. Connection strings of added targets are encrypted: "
            + "copy the folder keys of the data folder to the data folder of the first RedisPerf that uses the new ledger.");
        return ExitCode.Ok;
    }
}
