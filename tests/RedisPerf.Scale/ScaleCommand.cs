using System.CommandLine;

namespace RedisPerf.Scale;

/// <summary>Creates a ledger with many jobs and measures the pages with it.</summary>
internal static class ScaleCommand
{
    private const string DataText = "The folder of the ledger, which is filled if it has no jobs; default: a temporary folder.";
    private const string LedgerText =
        "A PostgreSQL database, which gets a copy of the ledger if it has no jobs and is measured instead of the folder.";
    private const string UrlText = "A running RedisPerf with such a ledger; default: start one on the folder.";

    private static readonly Option<string?> Data = new("--data") { Description = DataText, HelpName = "folder" };
    private static readonly Option<string?> Ledger = new("--ledger") { Description = LedgerText, HelpName = "connection string" };
    private static readonly Option<int> Jobs = new("--jobs")
    { Description = "Number of jobs, with ten runs each on average.", DefaultValueFactory = _ => 100_000 };
    private static readonly Option<Uri?> Url = new("--url") { Description = UrlText, HelpName = "address" };
    private static readonly Option<int> Passes = new("--passes")
    { Description = "Number of passes; the fastest pass is reported for each kind of page.", DefaultValueFactory = _ => 5 };
    private static readonly Option<int> Requests = new("--requests")
    { Description = "Number of requests per kind of page in a pass.", DefaultValueFactory = _ => 40 };

    public static async Task<int> Main(string[] arguments)
    {
        if (FalseVerdictCommand.IsWorker)
        {
            await FalseVerdictCommand.WorkAsync();
            return 0;
        }

        var command = new RootCommand("Creates a ledger with many jobs, starts RedisPerf on it and measures the response times of its pages.")
        {
            Data, Ledger, Jobs, Url, Passes, Requests,
            PublishCommand.Create(), LargeJobCommand.Create(), DecideCommand.Create(), FalseVerdictCommand.Create(), EstimateCommand.Create(),
            SiteCommand.Create(),
        };
        command.SetAction(RunAsync);
        return await command.Parse(arguments).InvokeAsync();
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var own = parsed.GetValue(Data) is null ? Directory.CreateTempSubdirectory("redisperf-scale-") : null;
        try
        {
            var folder = own?.FullName ?? parsed.GetValue(Data)!;
            var ledger = await FilledLedger.InAsync(folder, parsed.GetValue(Jobs), ct);
            if (parsed.GetValue(Ledger) is { } copy)
            {
                await ledger.CopyToAsync(copy, ct);
            }

            await using var program = parsed.GetValue(Url) is null ? await RunningProgram.StartAsync(folder, parsed.GetValue(Ledger), ct) : null;
            var measurement = new Measurement(parsed.GetValue(Url) ?? program!.Address, ledger);
            await measurement.RunAsync(parsed.GetValue(Passes), parsed.GetValue(Requests), ct);
            return 0;
        }
        finally
        {
            own?.Delete(recursive: true);
        }
    }
}
