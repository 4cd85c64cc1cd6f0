using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Running;

namespace RedisPerf.Core.Tests.Reporting;

/// <summary>Completed jobs that vary axes: validated requests, with runs of computed times and seeded noise.</summary>
internal static class AxisSamples
{
    private const int Rounds = 6;

    public static BenchmarkInfo Info { get; } = Catalogue.Default.Find("insert")!.Info;

    /// <summary>Three sizes of the documents: compression pays from some size on.</summary>
    public static JobDocument OneAxis { get; } = Completed(
        1, """{ "benchmark": "insert", "strategies": ["batch", "gzip", "lz4"], "options": { "payloadBytes": [1024, 8192, 32768] } }""");

    /// <summary>The same over two links.</summary>
    public static JobDocument TwoAxes { get; } = Completed(2,
        """
        { "benchmark": "insert", "strategies": ["batch", "gzip", "lz4"],
          "options": { "payloadBytes": [1024, 8192, 32768], "linkBandwidth": [100, 1000] } }
        """);

    /// <summary>Three values that are words.</summary>
    public static JobDocument Words { get; } = Completed(3,
        """{ "benchmark": "insert", "strategies": ["batch", "hset"], "server": { "appendfsync": ["no", "everysec", "always"] } }""");

    /// <summary>Words and numbers.</summary>
    public static JobDocument WordsAndNumbers { get; } = Completed(4,
        """
        { "benchmark": "insert", "strategies": ["multi-exec", "batch"], "options": { "batchSize": [10, 100, 1000] },
          "server": { "appendfsync": ["no", "always"] } }
        """);

    private static JobDocument Completed(int number, string body)
    {
        var request = JobDraftReader.Read(JsonSerializer.Deserialize<JsonElement>(body), []).Validate(Catalogue.Default, ["local"], out var errors);
        errors.ShouldBeEmpty();
        request = request! with { Runs = Rounds, Warmups = 1, Slices = 1, Seed = 1 };
        var start = new DateTimeOffset(2026, 11, 21, 10, 0, 0, TimeSpan.Zero);
        var job = new Job
        {
            Id = Guid.Parse($"0198f0a0-0000-7000-8000-00000000000{number}"),
            Number = 100 + number,
            Request = request,
            RequestedBy = RequestedBy.Cli,
            State = JobState.Completed,
            CreatedAt = start,
            StartedAt = start.AddSeconds(1),
            EndedAt = start.AddSeconds(91),
            Environment = new()
            {
                Machine = "bench-1",
                Cores = 2,
                Memory = 25_276_510_208,
                Os = "Linux 6.1",
                Runtime = ".NET 10.0.1",
                Client = "StackExchange.Redis 3.4.35",
                Version = "0.1.0",
                Targets = [.. request.Servers.Select(server => new TargetEnvironment(
                    "local", "Redis", "7.0.15", 0.00006, new Dictionary<string, string>(server.Settings)) { At = server.At })],
            },
        };
        var noise = new Random(number);
        return JobDocuments.Create(job, ExpectedCases.Of(request, Info, omitted: null).SelectMany(key => RunsOf(key, noise)).ToArray(), Info);
    }

    private static IEnumerable<JobEvent.RunEnded> RunsOf(CaseKey key, Random noise)
    {
        for (var round = 0; round <= Rounds; round++)
        {
            var seconds = SecondsOf(key) * (1 + (0.04 * noise.NextDouble()));
            yield return new(key, new()
            {
                Round = round,
                Warmup = round == 0,
                State = RunState.Ok,
                Verified = true,
                Seconds = seconds,
                EncodeSeconds = key.Strategy is "gzip" or "lz4" ? seconds / 4 : 0,
                Operations = 30_000,
                PayloadBytes = 30_000 * (long)(key.At.Number("payloadBytes") ?? 32_768),
                WireBytes = (long)(30_000 * (key.At.Number("payloadBytes") ?? 32_768) * SizeOf(key.Strategy)),
                Client = new(seconds * 0.8, 15_000_000, 96_000_000),
                Server = new(seconds * 0.5, 1_230_000_000, 984_900_000, new Dictionary<string, long> { ["hset"] = 30_000 }),
            });
        }
    }

    private static double SecondsOf(CaseKey key)
    {
        var kilobytes = (key.At.Number("payloadBytes") ?? 32_768) / 1_024;
        var work = key.Strategy switch { "gzip" => 0.12, "lz4" => 0.06, "floor" => 0.03, _ => 0.05 };
        var server = key.At["server.appendfsync"] switch { "always" => 3.5, "everysec" => 1.2, _ => 1 };
        var calls = key.At.Number("batchSize") is { } size ? 2 / size : 0;
        var link = 10 / (key.At.Number("linkBandwidth") ?? 1_000);
        return (work + (kilobytes * SizeOf(key.Strategy) * link) + calls) * server;
    }

    private static double SizeOf(string strategy) => strategy switch { "gzip" => 0.3, "lz4" => 0.5, _ => 1 };
}
