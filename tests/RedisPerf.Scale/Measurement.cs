using System.Diagnostics;
using System.Globalization;

namespace RedisPerf.Scale;

/// <summary>Requests all kinds of pages in shuffled order and measures the time from the request to the last byte of the response.</summary>
internal sealed class Measurement(Uri address, FilledLedger ledger)
{
    private const string Total = "all of /jobs";

    private readonly (string Name, string Total, Func<string> Path)[] _kinds =
    [
        ("/jobs", Total, () => "/jobs"),
        ("page in the middle", Total, () => $"/jobs?before={ledger.Middle}"),
        ("one benchmark", Total, () => "/jobs?benchmark=insert"),
        ("one target", Total, () => "/jobs?target=staging"),
        ("a rare target", Total, () => $"/jobs?target={SampleJobs.RareTarget}"),
        ("one state", Total, () => "/jobs?state=failed"),
        ("one schedule", Total, () => $"/jobs?schedule={Uri.EscapeDataString(SampleJobs.Schedule)}"),
        ("starred", Total, () => "/jobs?starred=true"),
        ("a word of many jobs", Total, () => "/jobs?search=Upgrade"),
        ("words of few jobs", Total, () => "/jobs?search=build%20711"),
        ("a word of all jobs", Total, () => "/jobs?search=machine"),
        ("words without match", Total, () => "/jobs?search=no%20such%20words"),
        ("a number", Total, () => "/jobs?search=%2342"),
        ("five filters", Total, () => "/jobs?benchmark=insert&target=staging&state=completed&search=upgrade&starred=true"),
        ("five filters without match", Total,
            () => $"/jobs?benchmark=mget&target={SampleJobs.RareTarget}&state=completed&search=kernel&starred=true"),
        ("a rare target, one benchmark", Total, () => $"/jobs?benchmark=insert&target={SampleJobs.RareTarget}&state=completed"),
        .. ledger.JobsByRuns.OrderBy(kind => kind.Key).Select(kind => (Runs(kind.Key), "", (Func<string>)(() => $"/jobs/{Any(kind.Value)}"))),
        ("any job page", "", () => $"/jobs/{Any(Mixed(ledger))}"),
        ("GET /api/jobs", "", () => "/api/jobs"),
    ];

    /// <summary>Prints a table of milliseconds.</summary>
    public async Task RunAsync(int passes, int requests, CancellationToken ct)
    {
        using var client = new HttpClient { BaseAddress = address };
        // The first responses include JIT compilation.
        await PassAsync(client, requests, ct);
        var times = new List<Dictionary<string, double[]>>();
        for (var pass = 0; pass < passes; pass++)
        {
            times.Add(await PassAsync(client, requests, ct));
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"Milliseconds of {requests} requests of each kind in shuffled order; the pass with the lowest p95 of {passes}."));
        Console.WriteLine("| page | p50 | p95 | max |");
        Console.WriteLine("|---|---:|---:|---:|");
        foreach (var name in times[0].Keys)
        {
            var best = times.Select(pass => pass[name]).MinBy(values => At(values, 0.95))!;
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"| {name} | {At(best, 0.5):0.0} | {At(best, 0.95):0.0} | {best[^1]:0.0} |"));
        }
    }

    private async Task<Dictionary<string, double[]>> PassAsync(HttpClient client, int requests, CancellationToken ct)
    {
        var taken = new List<(string Name, string Total, double Milliseconds)>();
        foreach (var (name, total, path) in Enumerable.Repeat(_kinds, requests).SelectMany(kinds => kinds).Shuffle())
        {
            var started = Stopwatch.GetTimestamp();
            await client.GetByteArrayAsync(path(), ct);
            taken.Add((name, total, Stopwatch.GetElapsedTime(started).TotalMilliseconds));
        }

        var groups = _kinds.Select(kind => kind.Name).Append(Total);
        return groups.ToDictionary(
            group => group, group => taken.Where(one => one.Name == group || one.Total == group).Select(one => one.Milliseconds).Order().ToArray());
    }

    private static string Runs(int runs) => string.Create(CultureInfo.InvariantCulture, $"job page, {runs} runs");

    private static string Any(IReadOnlyList<string> ids) => ids[Random.Shared.Next(ids.Count)];

    // One in nine is a job with the defaults of the start page, and one in a thousand is a wide sweep.
    private static IReadOnlyList<string> Mixed(FilledLedger ledger) => ledger.JobsByRuns[Random.Shared.Next(1000) switch
    {
        0 => 510,
        <= 110 => 48,
        <= 764 => 5,
        _ => 4,
    }];

    private static double At(double[] ordered, double share) => ordered[(int)Math.Ceiling(share * ordered.Length) - 1];
}
