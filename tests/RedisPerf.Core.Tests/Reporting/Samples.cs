using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting;

/// <summary>Jobs for the report tests.</summary>
internal static class Samples
{
    public static BenchmarkInfo Info { get; } = new(
        "sample",
        "Sample writes",
        "Which way of writing is fastest?",
        OptionsSchema.For<object>(),
        [Strategy("hset"), Strategy("multi-exec"), Strategy("lua-as-published"), Strategy("gzip"), Strategy("floor") with { IsFloor = true }])
    {
        Baseline = "multi-exec",
        Columns = [InsertColumns.All.Single(figure => figure.IsExceptional)],
    };

    /// <summary>A completed job with a failed run, a run with values that the engine did not report, and a strategy that wrote too much.</summary>
    public static JobDocument Completed { get; } = JobDocuments.Create(Job, Runs(), Info);

    private static Job Job => new()
    {
        Id = Guid.Parse("0198f0a0-0000-7000-8000-000000000001"),
        Number = 42,
        Request = new()
        {
            Benchmark = "sample",
            Strategies = ["hset", "multi-exec", "lua-as-published", "gzip"],
            Options = new Dictionary<string, JsonElement>
            { ["items"] = JsonSerializer.SerializeToElement(30_000), ["compressionLevel"] = JsonSerializer.SerializeToElement("optimal") },
            Targets = ["embedded"],
            Runs = 3,
            Warmups = 1,
            Seed = 1,
        },
        RequestedBy = RequestedBy.Page,
        State = JobState.Completed,
        Note = "after the move | <quiet> machine",
        CreatedAt = new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero),
        StartedAt = new(2026, 11, 21, 10, 0, 1, TimeSpan.Zero),
        EndedAt = new(2026, 11, 21, 10, 1, 30, 500, TimeSpan.Zero),
        Progress = new(20, 20, 1, null),
        Environment = new()
        {
            Machine = "bench-1",
            Cores = 2,
            Memory = 25_276_510_208,
            Os = "Linux 6.1",
            Runtime = ".NET 10.0.1",
            Client = "StackExchange.Redis 2.13.17",
            Version = "0.1.0",
            Targets = [new("embedded", "Garnet", "2.2.5", 0.00006, new Dictionary<string, string> { ["appendonly"] = "no", ["save"] = "" })],
        },
    };

    private static IEnumerable<JobEvent.RunEnded> Runs()
    {
        double[] noise = [1.4, 1, 1.02, 0.99];
        for (var round = 0; round < 4; round++)
        {
            yield return Ran("hset", round, 0.7412 * noise[round]);
            yield return Ran("multi-exec", round, 1.1 * noise[^(round == 0 ? 4 : round)]);
            yield return Ran("lua-as-published", round, 12.6 * noise[round], operations: 495_000);
            yield return Ran("floor", round, 0.65 * noise[round]);
            yield return round == 2
                ? new(TestCases.Key("gzip", "embedded"), new()
                {
                    Round = 2,
                    Warmup = false,
                    State = RunState.Failed,
                    Error = Reason.FromText(
                    "=The server said: \"OOM | command, not allowed\" <b>now</b>.")
                })
                : Ran("gzip", round, 2.2 * noise[round], encode: 2.1);
        }
    }

    private static JobEvent.RunEnded Ran(string strategy, int round, double seconds, double encode = 0, long operations = 30_000) => new(
        TestCases.Key(strategy, "embedded"),
        new()
        {
            Round = round,
            Warmup = round == 0,
            State = RunState.Ok,
            Verified = true,
            Seconds = seconds,
            EncodeSeconds = encode,
            Operations = operations,
            PayloadBytes = 983_040_000,
            WireBytes = strategy == "floor" ? null : 984_900_000,
            Client = new(seconds * 0.9, 15_000_000, 96_000_000),
            Disturbed = strategy == "multi-exec" && round == 2
                ? [Reason.FromText("The server of target 'embedded' also worked for others: 9,000 commands beside the run's own 300 (=get 9,000).")]
                : [],
            Server = strategy == "hset" && round == 1
                ? null
                : new(strategy == "hset" ? seconds * 0.98 : null, -4_096, 984_900_000,
                    new Dictionary<string, long> { ["hset"] = operations / 100, ["ping"] = 1 }),
        });

    private static StrategyInfo Strategy(string name) => new(name, name, "A sentence.", typeof(Samples));
}
