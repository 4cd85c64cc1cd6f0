using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests;

/// <summary>A job that has ended and is imported into the ledger and not run. The test sets its times.</summary>
internal sealed record StoredJob
{
    /// <summary>Five strategies at 34 points with ten runs each, 80 of them disturbed: the largest job that a page must show.</summary>
    public static StoredJob LargeSweep { get; } = new()
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

    /// <summary>The documents that each run writes.</summary>
    public long Operations { get; init; } = 1_000;

    public JobState State { get; init; } = JobState.Completed;

    /// <summary>Why the job failed; null without a reason.</summary>
    public Reason? Error { get; init; }

    /// <summary>Number of runs of each case that are warm-ups, from the first run on.</summary>
    public int Warmups { get; init; }

    /// <summary>The machine of the job, recorded together with the environment of the targets; null for a job without an environment.</summary>
    public string? Machine { get; init; }

    /// <summary>The cases with the times of their runs in seconds. Each further target takes 10% more.</summary>
    public required IReadOnlyList<(string Strategy, long? Point, double[] Seconds)> Cases { get; init; }

    /// <summary>Growth of the server's memory during each run, in bytes; null when the server does not report it.</summary>
    public long? MemoryGrowth { get; init; }

    /// <summary>Number of disturbed runs, from the first run on.</summary>
    public int Disturbed { get; init; }

    // The option that the points are values of.
    private string Axis => Catalogue.Default.Find(Benchmark)?.Info.MainAxis ?? "payloadBytes";

    /// <returns>The job's id.</returns>
    public async Task<Guid> AddAsync(string folder, CancellationToken ct)
    {
        var now = DateTimeOffset.UtcNow;
        var options = new Dictionary<string, JsonElement> { ["items"] = JsonSerializer.SerializeToElement(Items) };
        long[] points = [.. Cases.Select(@case => @case.Point).OfType<long>().Distinct().Order()];
        if (points.Length > 0)
        {
            options[Axis] = JsonSerializer.SerializeToElement(points);
        }

        var request = new JobRequest
        {
            Benchmark = Benchmark,
            Strategies = [.. Cases.Select(@case => @case.Strategy).Distinct()],
            Options = options,
            Targets = Targets,
            Runs = Cases.Max(@case => @case.Seconds.Length),
            Warmups = Warmups,
            Seed = 1,
        };
        var job = Job.Create(request, RequestedBy.Cli, now);
        var compared = Catalogue.Default.Find(Benchmark)?.Info.ComparedFigure?.Name;
        var disturbed = 0;
        var document = JobDocument.WithoutCases(job) with
        {
            State = State,
            Error = Error,
            StartedAt = now,
            EndedAt = now.AddSeconds(1),
            Environment = Machine is null ? null : Found(Machine),
            Cases =
            [
                .. from @case in Cases
                   from target in Targets.Index()
                   let at = Coordinates.Of(target.Item).With(Axis, @case.Point is { } point ? Coordinates.TextOf(point) : null)
                   select new CaseResult(@case.Strategy, at, [.. @case.Seconds.Select((seconds, round) =>
                       Ran(round, round < Warmups, seconds * (1 + (target.Index * 0.1)), compared, disturbed++ < Disturbed, MemoryGrowth) with
                       { Operations = Operations })], null),
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

    private static Run Ran(int round, bool warmup, double seconds, string? compared, bool isDisturbed, long? memoryGrowth) => new()
    {
        Round = round,
        Warmup = warmup,
        State = RunState.Ok,
        Verified = true,
        Seconds = seconds,
        EncodeSeconds = 0,
        Operations = 1_000,
        PayloadBytes = 1_000_000,
        WireBytes = 1_100_000,
        Figures = compared is null ? null : new Dictionary<string, double> { [compared] = seconds },
        Client = new(seconds * 0.8, 15_000_000, 96_000_000),
        Server = new(seconds * 0.7, memoryGrowth, 1_100_000, new Dictionary<string, long> { ["hset"] = 1_000 }),
        Disturbed = isDisturbed ? [Reason.FromText("The server of target 'embedded' also worked for others.")] : [],
    };
}
