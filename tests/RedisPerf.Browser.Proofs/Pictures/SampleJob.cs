using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Browser.Proofs.Pictures;

/// <summary>A job for pictures, imported with generated times.</summary>
internal sealed record SampleJob
{
    private static readonly Reason Load = Reason.FromText("Other programs took 12% of the machine's CPU time while the clock ran, and 4% was idle.");

    public required string Benchmark { get; init; }

    /// <summary>The strategies with the median of each at a point, in seconds; the point is 1 without a sweep.</summary>
    public required IReadOnlyDictionary<string, Func<long, double>> Seconds { get; init; }

    public IReadOnlyList<string> Targets { get; init; } = ["local"];

    /// <summary>Empty without a sweep.</summary>
    public IReadOnlyList<long> Points { get; init; } = [];

    public int Runs { get; init; } = 5;

    /// <summary>Standard deviation of a run's time, as a share of it.</summary>
    public double Noise { get; init; } = 0.015;

    /// <summary>Every nth timed run is disturbed; 0 for none.</summary>
    public int DisturbedEvery { get; init; }

    public JobState State { get; init; } = JobState.Completed;

    public Reason? Error { get; init; }

    /// <summary>Share of the runs that exist.</summary>
    public double Done { get; init; } = 1;

    public string? Schedule { get; init; }

    public string? Note { get; init; }

    public bool Starred { get; init; }

    public IReadOnlyDictionary<string, JsonElement> Options { get; init; } = new Dictionary<string, JsonElement>();

    public JobRequest Request
    {
        get
        {
            var fields = new Dictionary<string, JsonElement> { [RequestFields.Runs] = JsonSerializer.SerializeToElement(Runs) };
            var floor = Catalogue.Default.Find(Benchmark)!.Info.Floor;
            return new JobDraft
            {
                Benchmark = Benchmark,
                Strategies = [.. Seconds.Keys.Where(name => name != floor)],
                Targets = Targets,
                Fields = fields,
                Options = Options
            }
                .Validate(Catalogue.Default, Targets, out var errors) ?? throw new InvalidOperationException(errors[0].Message);
        }
    }

    /// <summary>Adds the job to a ledger.</summary>
    /// <param name="folder">The data folder.</param>
    /// <param name="at">The start of the job.</param>
    public async Task<JobDocument> AddAsync(string folder, DateTimeOffset at, CancellationToken ct)
    {
        var request = Request;
        var random = new Random(at.DayOfYear + at.Minute);
        var runs = MakeRuns(request, random).ToArray();
        var job = Job.Create(request, Schedule is null ? RequestedBy.Page : RequestedBy.Schedule, at.AddSeconds(-2), Note, Schedule) with
        {
            State = State,
            Error = Error,
            Starred = Starred,
            StartedAt = at,
            EndedAt = at.AddSeconds(5 + (1.3 * runs.Sum(run => run.Run.Seconds ?? 0))),
            Environment = Environment(),
        };
        var document = JobDocuments.Create(job, runs.Take((int)(Done * runs.Length)), Catalogue.Default.Find(Benchmark)!.Info);
        (await JobImport.RunAsync(folder, document, Catalogue.Default, ct)).ShouldBeTrue();
        return document;
    }

    private IEnumerable<JobEvent.RunEnded> MakeRuns(JobRequest request, Random random)
    {
        var timed = 0;
        for (var round = 0; round < request.Warmups + request.Runs; round++)
        {
            // The level of the machine differs from round to round. The ratio of paired runs cancels it.
            var level = 1 + (Noise * Normal(random));
            foreach (var (strategy, seconds) in Seconds)
            {
                foreach (var (index, target) in Targets.Index())
                {
                    foreach (var point in Points.Count == 0 ? [null] : Points.Select(point => (long?)point))
                    {
                        var isDisturbed = round >= request.Warmups && DisturbedEvery > 0 && ++timed % DisturbedEvery == 0;
                        var time = seconds(point ?? 1) * level * (1 + (Noise / 2 * Normal(random))) * (1 + (0.35 * index))
                            * (round < request.Warmups ? 1.3 : isDisturbed ? 1.15 : 1);
                        yield return new(new(strategy, AtOf(target, point)), RunOf(round, round < request.Warmups, time, strategy, isDisturbed));
                    }
                }
            }
        }
    }

    /// <summary>The coordinates of a case at one of the <see cref="Points"/>.</summary>
    public Coordinates AtOf(string target, long? point) => Coordinates.Of(target)
        .With(Catalogue.Default.Find(Benchmark)!.Info.MainAxis ?? "", point is { } value ? Coordinates.TextOf(value) : null);

    private Run RunOf(int round, bool isWarmup, double seconds, string strategy, bool isDisturbed)
    {
        var isInsert = Benchmark == "insert";
        return new()
        {
            Round = round,
            Warmup = isWarmup,
            State = RunState.Ok,
            Verified = true,
            Seconds = isInsert ? seconds : seconds * 1_000,
            EncodeSeconds = strategy.Contains("gzip", StringComparison.Ordinal) ? seconds * 0.9 : 0,
            Operations = isInsert ? 30_000 : 1_000,
            PayloadBytes = isInsert ? 983_040_000 : 5_000_000,
            WireBytes = isInsert ? 984_900_000 : 9_000_000,
            Disturbed = isDisturbed ? [Load] : [],
            Client = new(seconds * 0.55, 15_000_000, 96_000_000)
            { WorkingSetGrowth = 1_000_000, Collections = 1, PoolDelay = 0.0001, Others = 0.01, Stolen = 0.002, Idle = 0.4 },
            Server = new(seconds * 0.94, 1_230_000_000, 984_900_000, new Dictionary<string, long> { ["hset"] = 30_000, ["ping"] = 3 }),
        };
    }

    private JobEnvironment Environment() => new()
    {
        Machine = System.Environment.MachineName,
        Cores = 8,
        Memory = 34_359_738_368,
        Os = "Debian GNU/Linux 12 (bookworm)",
        Runtime = ".NET 10.0.12",
        Client = "StackExchange.Redis 3.4.35",
        Version = "0.1.0",
        Targets =
        [
            .. Targets.Select(target => new TargetEnvironment(
                target,
                target.Contains("valkey", StringComparison.Ordinal) ? "Valkey" : target == "embedded" ? "Garnet" : "Redis",
                target.Contains("valkey", StringComparison.Ordinal) ? "8.1.0" : target == "embedded" ? "1.1.8" : "7.0.15",
                0.000062,
                new Dictionary<string, string> { ["maxmemory"] = "0", ["maxmemory-policy"] = "noeviction", ["appendonly"] = "no",
                    ["save"] = "", ["io-threads"] = "1", ["hz"] = "10" })),
        ],
    };

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
