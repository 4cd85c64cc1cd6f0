using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests;

/// <summary>An ended job that varies two options with numbers, imported into the ledger and not run: <c>hset</c> is the fastest for small
/// documents, <c>lz4</c> for large ones; for one pair of values it is not decided, and one pair has failed.</summary>
internal static class StoredMap
{
    /// <param name="folder">The data folder.</param>
    /// <param name="error">The reason of the failed runs.</param>
    /// <returns>The job's id.</returns>
    public static async Task<Guid> AddAsync(string folder, CancellationToken ct, string error = "OOM command not allowed.")
    {
        const string body =
            """
            { "benchmark": "insert", "strategies": ["hset", "lz4"], "targets": ["embedded"], "runs": 5,
              "options": { "payloadBytes": [1024, 8192, 32768], "linkRoundTrip": [0, 0.5, 2] } }
            """;
        var draft = JobDraftReader.Read(JsonSerializer.Deserialize<JsonElement>(body), []);
        var request = draft.Validate(Catalogue.Default, ["embedded"], out var errors)! with { Warmups = 0, Slices = 1 };
        errors.ShouldBeEmpty();
        var now = DateTimeOffset.UtcNow;
        var job = Job.Create(request, RequestedBy.Cli, now);
        var document = JobDocument.WithoutCases(job) with
        {
            State = JobState.Completed,
            StartedAt = now,
            EndedAt = now.AddSeconds(1),
            Cases =
            [
                .. from strategy in request.Strategies
                   from bytes in new[] { 1_024, 8_192, 32_768 }
                   from roundTrip in new[] { 0, 0.5, 2 }
                   let at = Coordinates.Of("embedded").With("payloadBytes", $"{bytes}").With("linkRoundTrip", Coordinates.TextOf(roundTrip))
                   select new CaseResult(strategy, at, [.. Enumerable.Range(0, 5).Select(round => Ran(round, bytes == 32_768 && roundTrip == 0
                       ? null
                       : bytes == 8_192 && roundTrip == 0.5 ? 1 + ((round + strategy.Length) % 2)
                       : (strategy == "hset") == (bytes == 1_024) ? 1 + (0.01 * (round % 2))
                       : 2 + (0.01 * (round % 3)), error))], null),
            ],
        };
        (await JobImport.RunAsync(folder, document, Catalogue.Default, ct)).ShouldBeTrue();
        return job.Id;
    }

    private static Run Ran(int round, double? seconds, string error) => seconds is null
        ? new() { Round = round, Warmup = false, State = RunState.Failed, Error = Reason.FromText(error) }
        : new()
        {
            Round = round,
            Warmup = false,
            State = RunState.Ok,
            Verified = true,
            Seconds = seconds,
            Operations = 1_000,
            PayloadBytes = 1_000_000,
        };
}
