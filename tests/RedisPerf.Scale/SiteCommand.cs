using System.CommandLine;
using System.Diagnostics;
using System.Globalization;

namespace RedisPerf.Scale;

/// <summary>Creates a ledger and measures how long it takes to publish it as a site, and how large the site is.</summary>
internal static class SiteCommand
{
    private static readonly Option<int> Jobs = new("--jobs") { Description = "Number of jobs.", DefaultValueFactory = _ => 1_000 };

    public static Command Create()
    {
        var command = new Command("site", "Creates a ledger, publishes it twice, and measures the time and the size of the site.") { Jobs };
        command.SetAction(RunAsync);
        return command;
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-site-");
        try
        {
            var jobs = parsed.GetValue(Jobs);
            var ledger = await FilledLedger.InAsync(Path.Combine(folder.FullName, "data"), jobs, ct);
            Console.WriteLine("| --keep | call | s | files | MB |");
            Console.WriteLine("|---:|---|---:|---:|---:|");
            foreach (var keep in new[] { 400, jobs })
            {
                var site = new DirectoryInfo(Path.Combine(folder.FullName, $"site-{keep}"));
                foreach (var call in new[] { "first", "repeated" })
                {
                    var seconds = await PublishAsync(ledger.Folder, site.FullName, keep, ct);
                    var files = site.GetFiles("*", SearchOption.AllDirectories);
                    Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                        $"| {keep} | {call} | {seconds:0.0} | {files.Length:N0} | {files.Sum(file => file.Length) / 1e6:0.0} |"));
                }
            }

            return 0;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task<double> PublishAsync(string data, string site, int keep, CancellationToken ct)
    {
        var start = new ProcessStartInfo(
            "dotnet", [Path.Combine(AppContext.BaseDirectory, "redisperf.dll"), "publish", "--out", site, "--keep", $"{keep}"])
        { RedirectStandardOutput = true };
        start.Environment["RedisPerf__Data"] = data;
        start.Environment.Remove("RedisPerf__Ledger");
        var started = Stopwatch.GetTimestamp();
        using var process = Process.Start(start)!;
        await process.StandardOutput.ReadToEndAsync(ct);
        await process.WaitForExitAsync(ct);
        return process.ExitCode == 0
            ? Stopwatch.GetElapsedTime(started).TotalSeconds
            : throw new InvalidOperationException("The site was not published; the error is on standard error.");
    }
}
