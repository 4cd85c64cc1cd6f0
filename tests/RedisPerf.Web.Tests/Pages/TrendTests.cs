using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Web.Pages.Schedules;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The trend of a schedule whose runs are measured in different environments.</summary>
public sealed class TrendTests
{
    private static readonly CaseKey Batch = new("batch", Coordinates.Of("local"));

    private static readonly JobEnvironment First = new()
    {
        Machine = "first",
        Cores = 2,
        Memory = 1L << 34,
        Os = "an os",
        Runtime = ".NET",
        Client = "StackExchange.Redis 2.13.17",
        Version = "1.0.0",
        Platform = new Dictionary<string, string> { ["governor"] = "powersave", ["microcode"] = "0x1" },
        Targets = [new("local", "Redis", "7.2.0", 0.00006, new Dictionary<string, string>())],
    };

    public static TheoryData<string, JobEnvironment> Others => new()
    {
        { "machine: first, then second", First with { Machine = "second" } },
        { "client: StackExchange.Redis 2.13.17, then StackExchange.Redis 3.4.35", First with { Client = "StackExchange.Redis 3.4.35" } },
        { "governor: powersave, then performance", First with { Platform = new Dictionary<string, string> { ["governor"] = "performance" } } },
        { "RedisPerf: 1.0.0, then 1.0.1", First with { Version = "1.0.1" } },
        { "nodes: one, then here on first, other on second", First with { LoadNodes = [new("here", "first", 2), new("other", "second", 2)] } },
    };

    // The runs of the other environment take ten times as long: a range from both would contain them.
    [Theory]
    [MemberData(nameof(Others))]
    public void Runs_of_another_environment_are_named_and_are_in_no_common_expected_range(string change, JobEnvironment other)
    {
        ScheduledRunRecord[] runs = [.. Enumerable.Range(0, 4 * RegressionDetector.MinimumRuns)
            .Select(number => number % 2 == 0 ? Run(number, First, 1) : Run(number, other, 10))];

        var trend = Trend.Of(runs, runs.Length, Batch, Batch.At, []).Runs;

        trend.Take(2 * RegressionDetector.MinimumRuns).ShouldAllBe(run => run.Expected == null, "each environment has too few earlier runs");
        trend[^2].Expected!.High.ShouldBeInRange(1.04, 2);
        trend[^1].Expected!.Low.ShouldBeInRange(5, 10);
        trend[1].Changes.ShouldBe([change]);
        trend[2].Changes.ShouldHaveSingleItem().ShouldNotBe(change, "the change back is named too");
        Trend.Of([.. runs.Where(run => run.Job.Environment == First)], runs.Length, Batch, Batch.At, []).Runs
            .ShouldAllBe(run => run.Changes.Count == 0);
    }

    private static ScheduledRunRecord Run(int day, JobEnvironment environment, double seconds)
    {
        var request = new JobRequest
        {
            Benchmark = "insert",
            Strategies = ["batch"],
            Targets = ["local"],
            Options = new Dictionary<string, JsonElement>(),
            Runs = 3,
            Warmups = 0,
            Seed = 1
        };
        return new()
        {
            Job = JobDocument.WithoutCases(Job.Create(request, RequestedBy.Schedule, DateTimeOffset.UnixEpoch.AddDays(day), schedule: "nightly")) with
            { Environment = environment },
            Times = new Dictionary<CaseKey, IReadOnlyList<double>> { [Batch] = [seconds * (1 + (0.01 * (day / 2 % 5)))] },
        };
    }
}
