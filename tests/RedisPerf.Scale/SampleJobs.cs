using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Scale;

/// <summary>Jobs as after years of use: most of them scheduled, a few wide sweeps, and the same mixture of 10,000 runs per thousand jobs.</summary>
internal sealed class SampleJobs
{
    public const string RareTarget = "retired";
    public const string Schedule = "nightly insert on staging";

    private static readonly DateTimeOffset Newest = new(2026, 11, 21, 0, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Apart = TimeSpan.FromMinutes(11);
    private static readonly string[] Benchmarks = ["insert", "insert", "insert", "insert", "mget", "mget", "online-users", "pipelining", "list-push"];
    private static readonly string[] Targets = ["embedded", "embedded", "embedded", "embedded", "staging", "staging", "staging", "local",
        "local", "docker-valkey"];
    private static readonly string[] Words = ["before", "after", "the upgrade", "of the kernel", "new client", "larger batches",
        "quiet machine", "with TLS", "again", "for the release"];

    private readonly Random _random = new(1);
    private readonly Dictionary<(string, string), JobRequest> _requests = [];

    /// <summary>The jobs, oldest first, each with its runs.</summary>
    public IEnumerable<(Job Job, IReadOnlyList<JobEvent.RunEnded> Runs)> Make(int count) =>
        Enumerable.Range(0, count).Select(number => Make(number, count));

    private (Job, IReadOnlyList<JobEvent.RunEnded>) Make(int number, int count)
    {
        var created = Newest - (Apart * (count - number));
        var (shape, place) = Shape(number);
        var target = number % 997 == 0 ? RareTarget : Targets[_random.Next(Targets.Length)];
        var benchmark = place == 0 ? "mget" : place <= 110 ? "insert" : Benchmarks[_random.Next(Benchmarks.Length)];
        var isScheduled = _random.NextDouble() < 0.6;
        var known = Request(benchmark, target);
        var request = known with
        {
            Strategies = [.. known.Strategies.Take(shape.Strategies)],
            Targets = shape.SecondTarget ? [target, "local-2"] : [target],
            Runs = shape.Runs,
            Warmups = shape.Warmups
        };
        var job = Job.Create(request, isScheduled ? RequestedBy.Schedule : RequestedBy.Page, created, Note(number)) with
        {
            Schedule = isScheduled ? $"nightly {benchmark} on {target}" : null,
            State = number % 40 == 7 ? JobState.Failed : number % 60 == 11 ? JobState.Cancelled : JobState.Completed,
            Error =
                number % 40 == 7 ? Reason.FromText("The target 'staging' could not be reached: it was not possible to connect to the server.") : null,
            StartedAt = created.AddSeconds(2),
            EndedAt = created.AddSeconds(90),
            Starred = number % 211 == 0,
            Environment = Environment(request.Targets),
        };
        return (job, [.. Runs(request, shape)]);
    }

    // Per 1,000 jobs: one wide sweep of 510 runs, 110 jobs with the defaults of the start page (48 runs), 654 with five runs and 235 with four.
    private static (JobShape Shape, int Place) Shape(int number)
    {
        var place = (int)(number * 619L % 1000);
        return (place switch
        {
            0 => new(3, 34, 4, 1, false),
            <= 110 => new(8, 1, 5, 1, false),
            <= 764 => new(1, 1, 4, 1, false),
            _ => new(1, 1, 1, 1, true),
        }, place);
    }

    private string? Note(int number) =>
        number % 5 < 3 ? null : $"{Words[_random.Next(Words.Length)]} {Words[_random.Next(Words.Length)]}, build {number / 7}";

    // As from a form: every option has a value.
    private JobRequest Request(string benchmark, string target)
    {
        if (!_requests.TryGetValue((benchmark, target), out var request))
        {
            request = new JobDraft { Benchmark = benchmark, Targets = [target] }.Validate(Catalogue.Default, [target], out var errors)
                ?? throw new InvalidOperationException(errors[0].Message);
            var info = Catalogue.Default.Find(benchmark)!.Info;
            _requests[(benchmark, target)] = request = request with
            { Strategies = [.. request.Strategies.Union(info.Strategies.Where(strategy => !strategy.IsFloor).Select(strategy => strategy.Name))] };
        }

        return request;
    }

    private IEnumerable<JobEvent.RunEnded> Runs(JobRequest request, JobShape shape)
    {
        // Mean time of a strategy, which increases a little over the years.
        var info = Catalogue.Default.Find(request.Benchmark)!.Info;
        var cases =
            from strategy in request.Strategies.Select((name, index) => (Name: name, Cost: 0.7 + (0.2 * index)))
            from target in request.Targets
            from point in Enumerable.Range(1, shape.Points)
            select (Key: new CaseKey(strategy.Name, At(info, target, shape.Points > 1 ? point * 100 : null)), strategy.Cost);
        foreach (var (key, cost) in cases)
        {
            for (var round = 0; round < shape.Warmups + shape.Runs; round++)
            {
                var seconds = cost * (1 + (0.1 * _random.NextDouble())) * (round < shape.Warmups ? 1.4 : 1);
                yield return new(key, Ran(_random, round, round < shape.Warmups, seconds));
            }
        }
    }

    /// <summary>Coordinates with a value on the axis of a benchmark.</summary>
    public static Coordinates At(BenchmarkInfo info, string target, int? point) =>
        Coordinates.Of(target).With(info.MainAxis ?? "size", point is { } value ? Coordinates.TextOf(value) : null);

    /// <summary>A run of about a second.</summary>
    public static Run Ran(Random random, int round) => Ran(random, round, round == 0, 1 + (0.1 * random.NextDouble()));

    private static Run Ran(Random random, int round, bool warmup, double seconds) => new()
    {
        Round = round,
        Warmup = warmup,
        State = RunState.Ok,
        Seconds = seconds,
        EncodeSeconds = 0,
        Operations = 30_000,
        PayloadBytes = 983_040_000,
        WireBytes = 984_900_000,
        Verified = true,
        Disturbed = random.Next(25) == 0 ? [Reason.FromText("Other programs took 12% of the machine's CPU time while the clock ran.")] : [],
        Client = new(seconds * 0.7, 15_000_000 + random.Next(1_000_000), 96_000_000)
        { WorkingSetGrowth = 1_000_000, Collections = 1, PoolDelay = 0.0001, Others = 0.01, Stolen = 0.002, Idle = 0.4 },
        Server = new(seconds * 0.9, 1_230_000_000, 984_900_000, new Dictionary<string, long> { ["hset"] = 30_000, ["ping"] = 3 }),
    };

    private static JobEnvironment Environment(IReadOnlyList<string> targets) => new()
    {
        Machine = "bench-1",
        Cores = 2,
        Memory = 25_276_510_208,
        Os = "Debian GNU/Linux 12 (bookworm)",
        Runtime = ".NET 10.0.12",
        Client = "StackExchange.Redis 3.4.35",
        Version = "0.1.0",
        Targets =
        [
            .. targets.Select(target => new TargetEnvironment(target, "Redis", "7.0.15", 0.00006, new Dictionary<string, string>
            {
                ["maxmemory"] = "0", ["maxmemory-policy"] = "noeviction", ["appendonly"] = "no", ["save"] = "", ["io-threads"] = "1", ["hz"] = "10",
            })),
        ],
    };

    private sealed record JobShape(int Strategies, int Points, int Runs, int Warmups, bool SecondTarget);
}
