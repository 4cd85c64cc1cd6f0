using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests;

/// <summary>A completed job in a ledger that nobody had to run: its times are the test's own.</summary>
internal sealed record KeptJob
{
    /// <summary>Five strategies at 34 points, ten runs each, 80 of them disturbed: as much as a page is asked to show.</summary>
    public static KeptJob LargeSweep { get; } = new()
    {
        Benchmark = "mget",
        Disturbed = 80,
        Cases =
        [
            .. from strategy in new[] { "single-get", "pipelined-get", "mget", "mget-chunked", "hmget" }
               from point in Enumerable.Range(1, 34)
               select (strategy, (long?)(point * point), Enumerable.Range(0, 10).Select(run => 0.1 + (point * 0.01) + (run * 0.001)).ToArray()),
        ],
    };

    public string Benchmark { get; init; } = "insert";

    public IReadOnlyList<string> Targets { get; init; } = ["embedded"];

    public int Items { get; init; } = 60;

    /// <summary>Where it ran, with what it found its targets to be; null for a job that wrote nothing of that down.</summary>
    public string? Machine { get; init; }

    /// <summary>Each with the seconds of its timed runs, on every target alike but for 10 % more on each further one.</summary>
    public required IReadOnlyList<(string Strategy, long? Point, double[] Seconds)> Cases { get; init; }

    /// <summary>So many of the runs, from the first on, something disturbed.</summary>
    public int Disturbed { get; init; }

    /// <returns>The job's id.</returns>
    public async Task<Guid> AddAsync(string folder, CancellationToken ct)
    {
        var now = DateTimeOffset.UtcNow;
        var request = new JobRequest
        {
            Benchmark = Benchmark,
            Strategies = [.. Cases.Select(@case => @case.Strategy).Distinct()],
            Options = new Dictionary<string, JsonElement> { ["items"] = JsonSerializer.SerializeToElement(Items) },
            Targets = Targets,
            Runs = Cases.Max(@case => @case.Seconds.Length),
            Warmups = 0,
            Seed = 1,
        };
        var job = Job.Create(request, RequestedBy.Cli, now);
        var disturbed = 0;
        var document = JobDocument.WithoutCases(job) with
        {
            State = JobState.Completed,
            StartedAt = now,
            EndedAt = now.AddSeconds(1),
            Environment = Machine is null ? null : Found(Machine),
            Cases =
            [
                .. from @case in Cases
                   from target in Targets.Index()
                   select new CaseResult(@case.Strategy, target.Item, @case.Point, [.. @case.Seconds.Select((seconds, round) => Ran(round, seconds * (1 + (target.Index * 0.1)), disturbed++ < Disturbed))], null),
            ],
        };
        (await JobImport.RunAsync(folder, document, Catalogue.Default, ct)).ShouldBeTrue();
        return job.Id;
    }

    private JobEnvironment Found(string machine) => new()
    {
        Machine = machine,
        Cores = 2,
        Memory = null,
        Os = "an os",
        Runtime = ".NET",
        Client = "a client",
        Version = "1.0.0",
        Targets = [.. Targets.Select(name => new TargetEnvironment(name, "Garnet", "2.2.5", 0.00006, new Dictionary<string, string>()))],
    };

    private static Run Ran(int round, double seconds, bool isDisturbed) => new()
    {
        Round = round,
        Warmup = false,
        State = RunState.Ok,
        Verified = true,
        Seconds = seconds,
        EncodeSeconds = 0,
        Operations = 1_000,
        PayloadBytes = 1_000_000,
        WireBytes = 1_100_000,
        Client = new(seconds * 0.8, 15_000_000, 96_000_000),
        Server = new(seconds * 0.7, null, 1_100_000, new Dictionary<string, long> { ["hset"] = 1_000 }),
        Disturbed = isDisturbed ? [Reason.FromText("The server of target 'embedded' also worked for others.")] : [],
    };
}
