using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Tests.Pages;

/// <summary>The trend of a schedule as a chart and as a table.</summary>
[Collection(BrowserTests.Name)]
public sealed class TrendTests(Stage stage)
{
    private const int Runs = 30;
    private static readonly DateTimeOffset First = new(2026, 9, 1, 2, 30, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(1280)]
    [InlineData(390)]
    public async Task Chart_and_table_show_every_run_of_every_strategy(int width)
    {
        await using var app = new RunningApp();
        var schedule = await FillAsync(app);
        await using var page = await stage.OpenAsync(width, app: app);

        await page.Page.GotoAsync($"/schedules/{schedule}");

        await Expect(page["html"]).ToHaveAttributeAsync("data-trend-points", $"{2 * Runs}");
        await Expect(page["[data-run]"]).ToHaveCountAsync(Runs);
        await Expect(page["canvas[data-chart=trend]"]).ToBeVisibleAsync();
        await page["select[name=strategy]"].SelectOptionAsync("hset");
        await page.UntilAtAsync("strategy=hset");
        await Expect(page["html"]).ToHaveAttributeAsync("data-trend-points", $"{2 * Runs}");
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    private static async Task<Guid> FillAsync(RunningApp app)
    {
        var ct = TestContext.Current.CancellationToken;
        var random = new Random(1);
        var request = new JobRequest { Benchmark = "insert", Strategies = ["batch", "hset"], Options = new Dictionary<string, System.Text.Json.JsonElement>(), Targets = ["embedded"], Runs = 5, Warmups = 0, Seed = 1 };
        var schedule = new Schedule { Id = Guid.CreateVersion7(), Name = "nightly", Cron = "30 2 * * *", TimeZone = "Etc/UTC", Request = request, Paused = true, CreatedAt = First };
        await app.Services.GetRequiredService<ScheduleLedger>().AddAsync(schedule, null, ct);
        for (var day = 0; day < Runs; day++)
        {
            var job = Job.Create(request, RequestedBy.Schedule, First.AddDays(day), schedule: schedule.Name) with { State = JobState.Completed, EndedAt = First.AddDays(day) };
            var runs = from strategy in request.Strategies
                       from round in Enumerable.Range(0, 5)
                       select new JobEvent.RunEnded(new(strategy, "embedded", null), new() { Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = 1 + (0.1 * random.NextDouble()) });
            await JobImport.RunAsync(app.Folder, JobDocuments.Create(job, runs, null), Catalogue.Default, ct);
        }

        return schedule.Id;
    }
}
