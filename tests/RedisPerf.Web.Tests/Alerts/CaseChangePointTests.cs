using System.Text.Json.Nodes;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Web.Alerts;

namespace RedisPerf.Web.Tests.Alerts;

public sealed class CaseChangePointTests
{
    private static readonly CaseKey Batch = new("batch", Coordinates.Of("embedded"));
    private static readonly CaseKey Floor = new("floor", Coordinates.Of("embedded"));

    [Fact]
    public async Task The_page_and_the_API_show_the_change_with_its_jobs()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(18, 1);
        var before = runs.Last;
        await runs.AddAsync(14, 1, "batch");

        var answer = await host.Client.GetStringAsync($"/api/schedules/{runs.Schedule.Id}/change-points", Ct);
        var change = JsonNode.Parse(answer)!.AsArray().ShouldHaveSingleItem()!;

        (change.Text("strategy"), change.Text("basis"), change.Text("verdict")).ShouldBe(("batch", "floor", "slower"));
        ((double)change["ratio"]!).ShouldBe(2, 0.1);
        change["before"]!.Text("job").ShouldBe(before.Id.ToString());
        change["after"]!.Text("client").ShouldStartWith("StackExchange.Redis");
        change["after"]!.Text("server").ShouldStartWith("Garnet");
        var page = await host.PageAsync($"/schedules/{runs.Schedule.Id}?strategy=batch");
        page.QuerySelector("table[data-change-points] tbody tr")!.TextContent.ShouldContain("slower relative to the floor");
        page.QuerySelectorAll("table.scheduled-runs th").ShouldContain(head => head.TextContent.StartsWith("× floor"));
        (await host.PageAsync($"/schedules/{runs.Schedule.Id}?strategy=floor"))
            .QuerySelector("[data-change-points]")!.TextContent.ShouldBe("No change in the last 32 scheduled runs.");
    }

    [Fact]
    public void A_change_of_the_machine_is_one_of_the_floor_and_names_what_changed()
    {
        var runs = Runs(40, run => (run < 25 ? 1 : 1.5, 1));

        CaseChangePoint.Of(runs, Batch, "floor").ShouldBeEmpty();
        var change = CaseChangePoint.Of(runs, Floor, "floor").ShouldHaveSingleItem();

        (change.Basis, change.Verdict).ShouldBe((Basis.Itself, Verdict.Slower));
        (change.Before.Job, change.After.Job).ShouldBe((runs[24].Job.Id, runs[25].Job.Id));
        change.Ratio.ShouldBe(1.5, 0.03);
        (change.Before.Server, change.After.Server).ShouldBe(("Redis 7.0.15", "Redis 8.6.0"));
        CaseChangePoint.Of(runs, Batch, null).ShouldHaveSingleItem().Basis.ShouldBe(Basis.Itself);
    }

    [Fact]
    public void An_improvement_is_found_as_a_regression_is() =>
        CaseChangePoint.Of(Runs(40, run => (1, run < 20 ? 1 : 0.8)), Batch, "floor").Select(change => (change.Verdict, Math.Round(change.Ratio, 1)))
            .ShouldBe([(Verdict.Faster, 0.8)]);

    [Fact]
    public void Fewer_than_thirty_runs_have_no_change() =>
        CaseChangePoint.Of(Runs(29, run => (1, run < 15 ? 1 : 2)), Batch, "floor").ShouldBeEmpty();

    [Fact]
    public void A_change_of_a_strategy_of_a_user_names_its_builds()
    {
        var own = new CaseKey("my/writer", Batch.At);
        ScheduledRunRecord[] runs =
        [
            .. Runs(40, run => (1, run < 20 ? 1 : 2)).Select((run, index) => run with
            {
                Job = run.Job with { Environment = run.Job.Environment! with { Plugins = [BuildOf(index)] } },
                Times = new Dictionary<CaseKey, IReadOnlyList<double>> { [own] = run.Times[Batch] },
            }),
        ];

        var change = CaseChangePoint.Of(runs, own, null).ShouldHaveSingleItem();

        (change.Before.Build, change.After.Build).ShouldBe((new string('a', 12), "1.3.0+5fe7d08"));
        CaseChangePoint.Of(Runs(40, run => (1, run < 20 ? 1 : 2)), Batch, "floor").ShouldHaveSingleItem().After.Build.ShouldBeNull();

        static PluginBuild BuildOf(int run) =>
            run < 20 ? new("my", new string('a', 64)) : new("my", new string('b', 64)) { Version = "1.3.0+5fe7d08" };
    }

    // From the 26th run on, the server has another version.
    private static ScheduledRunRecord[] Runs(int count, Func<int, (double Machine, double Batch)> factors)
    {
        var random = new Random(count);
        return [.. Enumerable.Range(0, count).Select(run =>
        {
            var (machine, batch) = factors(run);
            var job = Job.Create(JobRequest.None, RequestedBy.Schedule, DateTimeOffset.UnixEpoch.AddDays(run), schedule: "nightly");
            return new ScheduledRunRecord
            {
                Job = JobDocument.WithoutCases(job) with { Environment = EnvironmentWith(run < 25 ? "7.0.15" : "8.6.0") },
                Times = new Dictionary<CaseKey, IReadOnlyList<double>>
                {
                    [Batch] = [machine * batch * Noise()],
                    [Floor] = [machine * 0.8 * Noise()],
                },
            };
        })];

        double Noise() => 0.98 + (0.04 * random.NextDouble());
    }

    private static JobEnvironment EnvironmentWith(string server) => new()
    {
        Machine = "one",
        Cores = 2,
        Memory = 1L << 34,
        Os = "an os",
        Runtime = ".NET",
        Client = "StackExchange.Redis 3.4.35",
        Version = "1.0.0",
        Targets = [new("embedded", "Redis", server, 0.00006, new Dictionary<string, string>())],
    };
}
