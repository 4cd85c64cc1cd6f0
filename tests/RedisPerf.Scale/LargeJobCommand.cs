using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Scale;

/// <summary>Measures a job with 400 cases and 30 rounds: publishing each of its 12,000 runs, and its page after the end.</summary>
internal static class LargeJobCommand
{
    private const int Values = 10;
    private const int Rounds = 30;
    private const int Watchers = 3;
    private const int Group = 1_000;

    private static readonly string[] Strategies = ["batch", "gzip", "lz4"];

    private static readonly Option<int> Requests = new("--requests")
    { Description = "Number of requests of each page.", DefaultValueFactory = _ => 40 };

    public static Command Create()
    {
        var command = new Command("large-job", "Measures publishing the runs of a job with 400 cases and 30 rounds, and the job's page.")
        { Requests };
        command.SetAction(RunAsync);
        return command;
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-large-job-");
        try
        {
            var job = CreateJob();
            var runs = RunsOf(job);
            Console.WriteLine($"| runs | published to {Watchers} pages and an API client, µs per run: median | mean |");
            Console.WriteLine("|---|---:|---:|");
            await PublishAsync(folder.FullName, job, runs, ct);
            await FilledLedger.AddAsync(folder.FullName, job with
            { State = JobState.Completed, StartedAt = job.CreatedAt, EndedAt = job.CreatedAt.AddHours(1) }, runs, ct);
            await using var program = await RunningProgram.StartAsync(folder.FullName, null, ct);
            await RequestAsync(program.Address, job.Id, parsed.GetValue(Requests), ct);
            return 0;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // Three strategies and the floor at ten sizes over ten links.
    private static Job CreateJob()
    {
        var request = new JobDraft
        {
            Benchmark = "insert",
            Strategies = Strategies,
            Targets = ["local"],
            Options = new Dictionary<string, JsonElement>
            {
                ["payloadBytes"] = JsonSerializer.SerializeToElement(Enumerable.Range(1, Values).Select(value => 1_024 * value)),
                ["linkRoundTrip"] = JsonSerializer.SerializeToElement(Enumerable.Range(1, Values)),
            },
        }.Validate(Catalogue.Default, ["local"], out var errors) ?? throw new InvalidOperationException(errors[0].Message);
        return Job.Create(request with { Runs = Rounds - 1, Warmups = 1 }, RequestedBy.Page, DateTimeOffset.UtcNow);
    }

    private static List<JobEvent.RunEnded> RunsOf(Job job)
    {
        var cases = ExpectedCases.Of(job.Request, Catalogue.Default.Find("insert")!.Info, omitted: null);
        var random = new Random(1);
        return [.. Enumerable.Range(0, Rounds)
            .SelectMany(round => cases.Shuffle().Select(key => new JobEvent.RunEnded(key, SampleJobs.Ran(random, round))))];
    }

    // Without the ledger: a write to a disk can take any time. The publish command has it.
    private static async Task PublishAsync(string folder, Job job, List<JobEvent.RunEnded> runs, CancellationToken ct)
    {
        await using var ledger = await JobLedger.OpenAsync(folder, Catalogue.Default, ct);
        var feed = new LiveFeed();
        using var live = new LiveJobs(ledger, Catalogue.Default, feed, new(), TimeProvider.System).Begin(job, new());
        LiveSubscription[] watchers =
            [.. Enumerable.Range(0, Watchers).Select(_ => feed.Subscribe(job.Id, isPage: true)), feed.Subscribe(job.Id, isPage: false)];
        foreach (var (index, group) in runs.Chunk(Group).Index())
        {
            var times = new List<double>();
            foreach (var ended in group)
            {
                var start = Stopwatch.GetTimestamp();
                await live.RecordAsync(ended, DateTimeOffset.UtcNow, () => Task.FromResult<Job?>(null));

                // The connection of a page writes the events as JSON.
                foreach (var watcher in watchers)
                {
                    while (watcher.Events.TryRead(out var next))
                    {
                        JsonSerializer.Serialize(next.Data, DocumentJson.Options);
                    }
                }

                times.Add(Stopwatch.GetElapsedTime(start).TotalMicroseconds);
            }

            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {(index * Group) + 1:N0} to {(index * Group) + group.Length:N0} | {times.Order().ElementAt(group.Length / 2):0} | "
                    + $"{times.Average():0} |"));
        }

        var begin = Stopwatch.GetTimestamp();
        _ = live.Document;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"The document of the running job takes {Stopwatch.GetElapsedTime(begin).TotalMilliseconds:0.0} ms."));
        foreach (var watcher in watchers)
        {
            watcher.Dispose();
        }
    }

    private static async Task RequestAsync(Uri address, Guid id, int requests, CancellationToken ct)
    {
        using var client = new HttpClient { BaseAddress = address };
        Console.WriteLine("| request | p50, ms | p95, ms | max, ms | KB |");
        Console.WriteLine("|---|---:|---:|---:|---:|");
        foreach (var (name, path) in new[]
        {
            ("page", $"/jobs/{id}"),
            ("page, limited to a value", $"/jobs/{id}?at.payloadBytes=1024"),
            ("page along the other axis, sorted", $"/jobs/{id}?along=linkRoundTrip&sort=median"),
            ("page with the runs of a strategy", $"/jobs/{id}?open=runs&of=batch"),
            ("HTML report", $"/api/jobs/{id}/report.html"),
            ("GET /api/jobs/{id}", $"/api/jobs/{id}"),
        })
        {
            var (times, bytes) = (new List<double>(), 0);
            // The first responses include JIT compilation.
            for (var request = -requests / 4; request < requests; request++)
            {
                var start = Stopwatch.GetTimestamp();
                bytes = (await client.GetByteArrayAsync(path, ct)).Length;
                if (request >= 0)
                {
                    times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
                }
            }

            double[] ordered = [.. times.Order()];
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {name} | {At(ordered, 0.5):0.0} | {At(ordered, 0.95):0.0} | {ordered[^1]:0.0} | {bytes / 1_000:N0} |"));
        }
    }

    private static double At(double[] ordered, double share) => ordered[(int)Math.Ceiling(share * ordered.Length) - 1];
}
