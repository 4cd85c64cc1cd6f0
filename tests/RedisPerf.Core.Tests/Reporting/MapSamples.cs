using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Tests.Reporting;

/// <summary>Completed jobs of real benchmarks, in which the test chooses the time of each case, the noise and the failures.</summary>
internal static class MapSamples
{
    /// <summary>Sizes by round trips: <c>hset</c> is faster for small documents, <c>lz4</c> for large ones and long round trips. In the middle it is
    /// not decided, one pair is level, and one has failed.</summary>
    public static JobDocument SizeAndRoundTrip { get; } = Completed(
        """
        { "benchmark": "insert", "strategies": ["hset", "lz4"], "runs": 5,
          "options": { "payloadBytes": [1024, 8192, 32768], "linkRoundTrip": [0, 0.5, 2] } }
        """,
        (key, round) => (key.Strategy, key.At["payloadBytes"], key.At["linkRoundTrip"]) switch
        {
            (_, "32768", "0") => null,
            (_, "8192", "0.5") => key.Strategy == "hset" ? 1 + (round % 2) : 2 - (0.8 * (round % 2)),
            (_, "8192", "0") => 1 + (0.0001 * ((round + key.Strategy.Length) % 3)),
            ("hset", "1024", _) => 1 + (0.01 * (round % 2)),
            ("lz4", "1024", _) => 1.5 + (0.01 * (round % 3)),
            ("hset", _, _) => 2 + (0.01 * (round % 2)),
            _ => 1 + (0.01 * (round % 3)),
        });

    public static BenchmarkInfo InfoOf(JobDocument document) => Catalogue.Default.Find(document.Benchmark)!.Info;

    /// <param name="body">The request as in the API; its rounds are all timed.</param>
    /// <param name="seconds">The time of a case in a round from 0 on; null for a failed run.</param>
    /// <param name="change">Adds what else a run has; null for nothing.</param>
    public static JobDocument Completed(string body, Func<CaseKey, int, double?> seconds, Func<Run, CaseKey, Run>? change = null)
    {
        var request = JobDraftReader.Read(JsonSerializer.Deserialize<JsonElement>(body), []).Validate(Catalogue.Default, ["local"], out var errors);
        errors.ShouldBeEmpty();
        request = request! with { Warmups = 0, Slices = 1, Seed = 1 };
        var info = Catalogue.Default.Find(request.Benchmark)!.Info;
        var job = Job.Create(request, RequestedBy.Cli, new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero)) with { State = JobState.Completed };
        CaseResult[] cases =
        [
            .. from key in ExpectedCases.Of(request, info, omitted: null)
               select CaseResult.Of(key, [.. Enumerable.Range(0, request.Runs).Select(round => seconds(key, round) is { } time
                   ? Ok(round, time, change, key)
                   : new Run { Round = round, Warmup = false, State = RunState.Failed, Error = Reason.FromText("OOM <command> not allowed.") })]),
        ];
        return BenchmarkSummaries.WithCases(JobDocument.WithoutCases(job), BenchmarkSummaries.Of(cases, info, request), info);
    }

    private static Run Ok(int round, double seconds, Func<Run, CaseKey, Run>? change, CaseKey key)
    {
        var run = TimedRun.Of(round, seconds) with { Operations = 1_000, PayloadBytes = 1_000_000 };
        return change?.Invoke(run, key) ?? run;
    }
}
