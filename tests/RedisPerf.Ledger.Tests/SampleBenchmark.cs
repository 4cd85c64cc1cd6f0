using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Tests;

/// <summary>A benchmark with declarations only, which is all that the ledger uses.</summary>
public sealed class SampleBenchmark : IBenchmark
{
    public static JobEnvironment Environment { get; } = new()
    {
        Machine = "machine",
        Cores = 2,
        Memory = 1L << 34,
        Os = "os",
        Runtime = "runtime",
        Client = "client",
        Version = "1",
        Targets = [new("here", "Redis", "7", 0.00006, new Dictionary<string, string> { ["save"] = "" })],
    };

    public static Catalogue Catalogue { get; } = new([new SampleBenchmark()]);

    public BenchmarkInfo Info { get; } = new(
        "sample",
        "Sample",
        "Which is fastest?",
        OptionsSchema.For<object>(),
        [Strategy("slow"), Strategy("quick"), Strategy("slowest"), Strategy("yardstick") with { IsFloor = true }])
    {
        Baseline = "slow",
    };

    public static JobRequest Request { get; } = new()
    {
        Benchmark = "sample",
        Strategies = ["quick", "slow"],
        Options = new Dictionary<string, System.Text.Json.JsonElement>(),
        Targets = ["here", "there"],
        Runs = 2,
        Warmups = 1,
        Seed = 7,
    };

    public static Job Job(DateTimeOffset now) => Core.Model.Job.Create(Request, RequestedBy.Api, now, "a note");

    public static JobEvent.RunEnded Ran(
        string strategy, int round, double seconds, string target = "here", long? point = null, string? client = null) =>
        new(
            new(strategy, At(target, point, client)),
            new()
            {
                Round = round,
                Warmup = round == 0,
                State = RunState.Ok,
                Verified = true,
                Seconds = seconds,
                EncodeSeconds = 0,
                Operations = 1_000,
                PayloadBytes = 32_000,
                WireBytes = 33_000,
                Client = new(0.5, 1_000, 2_000),
                Server = new(null, -5, 33_000, new Dictionary<string, long> { ["hset"] = 1_000 }),
            });

    /// <summary>The coordinates of a case, with a value on an axis of numbers if it has a point.</summary>
    public static Coordinates At(string target, long? point = null, string? client = null) =>
        Coordinates.Of(target, client).With("size", point is { } value ? Coordinates.TextOf(value) : null);

    public IReadOnlyList<Core.Benchmarks.Contract.Case> Cases(JobRequest request, string keyPrefix) => throw new NotSupportedException();

    public JobEstimate Estimate(JobRequest request, Coordinates at) => throw new NotSupportedException();

    private static StrategyInfo Strategy(string name) => new(name, name, "A sentence.", typeof(SampleBenchmark));
}
