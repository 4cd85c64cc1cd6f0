using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

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

        await page.GotoAsync($"/schedules/{schedule}");

        await Expect(page["html"]).ToHaveAttributeAsync("data-trend-points", $"{2 * Runs}");
        await Expect(page["[data-run]"]).ToHaveCountAsync(Runs);
        await Expect(page["canvas[data-chart=trend]"]).ToBeVisibleAsync();
        await page["select[name=strategy]"].SelectOptionAsync("hset");
        await page.UntilAtAsync("strategy=hset");
        await Expect(page["html"]).ToHaveAttributeAsync("data-trend-points", $"{2 * Runs}");
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_time_axis_has_round_times_and_the_legend_has_the_colors_of_the_lines()
    {
        await using var app = new RunningApp();
        var schedule = await FillAsync(app);
        await using var page = await stage.OpenAsync(app: app);

        await page.GotoAsync($"/schedules/{schedule}?strategy=hset&axis=time");
        await Expect(page["html"]).ToHaveAttributeAsync("data-trend-points", $"{2 * Runs}");

        var ticks =
            await page.Page.EvaluateAsync<string[]>("() => Chart.getChart(document.querySelector('[data-chart=trend]')).scales.x.ticks.map(({ value, "
                + "label }) => `${new Date(value).toTimeString().slice(0, 5)} ${label}`)");
        ticks.Length.ShouldBeInRange(3, 16);
        ticks.ShouldBeUnique();
        ticks.ShouldAllBe(tick => tick.StartsWith("00:00 ", StringComparison.Ordinal));
        var legend = await page.Page.EvaluateAsync<string[]>("() => { const chart = Chart.getChart(document.querySelector('[data-chart=trend]')); "
            + "return chart.legend.legendItems.map((item) => `${item.text} "
            + "${item.strokeStyle === chart.data.datasets[item.datasetIndex].borderColor}`); }");
        legend.ShouldBe(["batch true", "hset true", "expected range of hset true"]);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task All_runs_have_the_same_distance_until_the_reader_chooses_the_axis_of_time()
    {
        await using var app = new RunningApp();
        var schedule = await FillAsync(app, day => day < 20 ? day : day + 100);
        await using var page = await stage.OpenAsync(app: app);

        await page.GotoAsync($"/schedules/{schedule}");
        await Expect(page["html"]).ToHaveAttributeAsync("data-trend-points", $"{2 * Runs}");
        (await DistancesAsync()).Distinct().ShouldBe([1]);
        (await page.Page.EvaluateAsync<int>("() => Chart.getChart(document.querySelector('[data-chart=trend]')).scales.x.ticks.length"))
            .ShouldBeInRange(3, 16);

        await page["select[name=axis]"].SelectOptionAsync("time");
        await page.UntilAtAsync("axis=time");
        await Expect(page["html"]).ToHaveAttributeAsync("data-trend-points", $"{2 * Runs}");
        (await DistancesAsync()).Distinct().Order().ShouldBe([86_400_000, 101 * 86_400_000d]);
        page.Complaints.ShouldBeEmpty();

        Task<double[]> DistancesAsync() => page.Page.EvaluateAsync<double[]>("() => { const { data } = Chart.getChart(document.querySelector("
            + "'[data-chart=trend]')).data.datasets[0]; return data.slice(1).map((each, index) => each.x - data[index].x); }");
    }

    [Theory]
    [InlineData("2026-03-01T00:30", "2026-03-01T05:30", 8, "01:00 AM|02:00 AM|03:00 AM|04:00 AM|05:00 AM")]
    [InlineData("2026-02-27T12:00", "2026-03-03T12:00", 6, "Feb 28|Mar 1|Mar 2|Mar 3")]
    [InlineData("2026-01-10T12:00", "2026-06-10T12:00", 8, "Feb 2026|Mar 2026|Apr 2026|May 2026|Jun 2026")]
    [InlineData("2016-01-10T12:00", "2026-06-10T12:00", 4, "Jan 2021|Jan 2026")]
    public async Task Ticks_are_at_the_starts_of_hours_days_or_months(string first, string last, int max, string labels)
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");

        var ticks = await page.Page.EvaluateAsync<string[]>("async () => { const { timeTicks } = await import('/js/chart-time.js'); "
            + $"return timeTicks(Date.parse('{first}'), Date.parse('{last}'), {max}).map((tick) => tick.label); }}");

        string.Join('|', ticks).ShouldBe(labels);
    }

    private static async Task<Guid> FillAsync(RunningApp app, Func<int, int>? dayOf = null)
    {
        var ct = TestContext.Current.CancellationToken;
        var random = new Random(1);
        var request = new JobRequest
        {
            Benchmark = "insert",
            Strategies = ["batch", "hset"],
            Options = new Dictionary<string, System.Text.Json.JsonElement>(),
            Targets = ["embedded"],
            Runs = 5,
            Warmups = 0,
            Seed = 1
        };
        var schedule = new Schedule
        {
            Id = Guid.CreateVersion7(),
            Name = "nightly",
            Cron = "30 2 * * *",
            TimeZone = "Etc/UTC",
            Request = request,
            Paused = true,
            CreatedAt = First
        };
        await app.Services.GetRequiredService<ScheduleLedger>().AddAsync(schedule, null, ct);
        foreach (var day in Enumerable.Range(0, Runs).Select(dayOf ?? (day => day)))
        {
            var job = Job.Create(request, RequestedBy.Schedule, First.AddDays(day), schedule: schedule.Name) with
            { State = JobState.Completed, EndedAt = First.AddDays(day) };
            var runs = from strategy in request.Strategies
                       from round in Enumerable.Range(0, 5)
                       select new JobEvent.RunEnded(new(strategy, Coordinates.Of("embedded")),
                           new() { Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = 1 + (0.1 * random.NextDouble()) });
            await JobImport.RunAsync(app.Folder, JobDocuments.Create(job, runs, null), Catalogue.Default, ct);
        }

        return schedule.Id;
    }
}
