using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Scale;

/// <summary>Measures how long it takes to store a run of a wide job and to publish it to its open page.</summary>
internal static class PublishCommand
{
    private const int Points = 34;
    private const int Rounds = 4;

    // Runs on each side of the one in question: a single write to a disk can take any time.
    private const int Around = 9;

    private static readonly string[] Targets = ["embedded", "local"];

    public static Command Create()
    {
        var command = new Command("publish", "Measures how long it takes to store and publish the runs of a job with 340 cases.");
        command.SetAction((_, ct) => RunAsync(ct));
        return command;
    }

    private static async Task<int> RunAsync(CancellationToken ct)
    {
        Console.WriteLine("| run | stored and published to a page, ms | of that published, ms | stored without a watcher, ms |");
        Console.WriteLine("|---|---:|---:|---:|");

        // The first job is for the compiler.
        await MeasureAsync(isWatched: true, ct);
        var watched = await MeasureAsync(isWatched: true, ct);
        var alone = await MeasureAsync(isWatched: false, ct);
        foreach (var run in new[] { 10, 100, 1_000 })
        {
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {run:N0} | {Median(watched, run, time => time.Total):0.00} | "
                    + $"{Median(watched, run, time => time.Total - time.Stored):0.00} | {Median(alone, run, time => time.Total):0.00} |"));
        }

        return 0;
    }

    private static async Task<List<(double Total, double Stored)>> MeasureAsync(bool isWatched, CancellationToken ct)
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-publish-");
        try
        {
            await using var ledger = await JobLedger.OpenAsync(folder.FullName, Catalogue.Default, ct);
            var info = Catalogue.Default.Find("mget")!.Info;
            var request = new JobDraft { Benchmark = "mget", Targets = Targets }.Validate(Catalogue.Default, Targets, out var errors)
                ?? throw new InvalidOperationException(errors[0].Message);
            request = request with
            { Runs = Rounds - 1, Strategies = [.. info.Strategies.Where(strategy => !strategy.IsFloor).Select(strategy => strategy.Name).Take(5)] };
            var job = Job.Create(request, RequestedBy.Page, DateTimeOffset.UtcNow);
            await ledger.EnqueueAsync(job, 1, ct);
            var started = await ledger.StartAsync(job.Id, new("scale", Guid.NewGuid(), "scale"), () => DateTimeOffset.UtcNow, [], ct);

            var feed = new LiveFeed();
            using var live = new LiveJobs(ledger, Catalogue.Default, feed, new(), TimeProvider.System).Begin(job, new());
            using var page = isWatched ? feed.Subscribe(job.Id, isPage: true) : null;
            var cases = (
                from strategy in request.Strategies
                from target in Targets
                from point in Enumerable.Range(1, Points)
                select new CaseKey(strategy, SampleJobs.At(info, target, point))).ToArray();
            var random = new Random(1);
            var times = new List<(double, double)>();
            foreach (var ended in Enumerable.Range(0, Rounds)
                .SelectMany(round => cases.Shuffle().Select(key => new JobEvent.RunEnded(key, SampleJobs.Ran(random, round)))))
            {
                var stored = 0.0;
                var start = Stopwatch.GetTimestamp();
                await live.RecordAsync(ended, DateTimeOffset.UtcNow, async () =>
                {
                    var end = await ledger.RecordAsync(job.Id, started!.Lease, ended, DateTimeOffset.UtcNow, ct);
                    stored = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
                    return end;
                });

                // The connection of the page writes the events as JSON.
                while (page?.Events.TryRead(out var next) == true)
                {
                    JsonSerializer.Serialize(next.Data, ModelJson.Options);
                }

                times.Add((Stopwatch.GetElapsedTime(start).TotalMilliseconds, stored));
            }

            return times;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static double Median(List<(double Total, double Stored)> times, int run, Func<(double Total, double Stored), double> time) =>
        times.Skip(run - 1 - Around).Take((2 * Around) + 1).Select(time).Order().ElementAt(Around);
}
