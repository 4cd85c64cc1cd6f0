using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.Tests;

/// <summary>Completed jobs of <c>insert</c> on one target.</summary>
internal static class SampleJob
{
    /// <param name="note">The note of the job.</param>
    /// <param name="cases">The strategies with the median time of their five runs.</param>
    public static JobDocument Of(string note, params (string Strategy, double Seconds)[] cases)
    {
        var request = new JobRequest
        {
            Benchmark = "insert",
            Strategies = [.. cases.Select(@case => @case.Strategy)],
            Options = new Dictionary<string, JsonElement>(),
            Targets = ["embedded"],
            Runs = 5,
            Warmups = 0,
            Seed = 1
        };
        return JobDocument.WithoutCases(Job.Create(request, RequestedBy.Cli, new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero), note)) with
        {
            State = JobState.Completed,
            Environment = new()
            {
                Machine = "here",
                Cores = 2,
                Memory = 1,
                Os = "Linux",
                Runtime = ".NET",
                Client = "client",
                Version = "0.1.0",
                Targets = [new("embedded", "Garnet", "2.2.5", null, new Dictionary<string, string>())]
            },
            Cases = Summaries.Of([.. cases.Select(@case => new CaseResult(
                @case.Strategy, Coordinates.Of("embedded"),
                [.. Enumerable.Range(0, 5).Select(round => Run(round, @case.Seconds))], null))], null, null),
        };
    }

    // A spread of 2%.
    private static Run Run(int round, double seconds) =>
        new()
        {
            Round = round,
            Warmup = false,
            State = RunState.Ok,
            Verified = true,
            Seconds = seconds * (0.98 + (0.01 * round)),
            Server = new(
            null, 1L << 30, null, null)
        };
}
