using System.CommandLine;

namespace RedisPerf.Scale;

/// <summary>Makes a ledger of many jobs and measures the pages on it.</summary>
internal static class ScaleCommand
{
    private const string DataText = "The folder of the ledger, which is filled where it has none; without it, one that is removed at the end.";
    private const string UrlText = "A RedisPerf that runs already, on such a ledger; without it, one is started on the folder.";

    private static readonly Option<string?> Data = new("--data") { Description = DataText, HelpName = "folder" };
    private static readonly Option<int> Jobs = new("--jobs") { Description = "How many jobs, with ten runs each on the average.", DefaultValueFactory = _ => 100_000 };
    private static readonly Option<Uri?> Url = new("--url") { Description = UrlText, HelpName = "address" };
    private static readonly Option<int> Passes = new("--passes") { Description = "Of each kind of page the quietest pass is told.", DefaultValueFactory = _ => 5 };
    private static readonly Option<int> Requests = new("--requests") { Description = "For each kind of page in a pass.", DefaultValueFactory = _ => 40 };

    public static Task<int> Main(string[] arguments)
    {
        var command = new RootCommand("Makes a ledger of many jobs, starts RedisPerf on it and measures how long its pages take.") { Data, Jobs, Url, Passes, Requests, PublishCommand.Create() };
        command.SetAction(RunAsync);
        return command.Parse(arguments).InvokeAsync();
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var own = parsed.GetValue(Data) is null ? Directory.CreateTempSubdirectory("redisperf-scale-") : null;
        try
        {
            var folder = own?.FullName ?? parsed.GetValue(Data)!;
            var ledger = await FilledLedger.InAsync(folder, parsed.GetValue(Jobs), ct);
            await using var program = parsed.GetValue(Url) is null ? await RunningProgram.StartAsync(folder, ct) : null;
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
