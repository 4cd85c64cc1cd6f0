using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The charts and tables of a job with several axes.</summary>
[Collection(BrowserTests.Name)]
public sealed class AxisChartTests(Stage stage)
{
    private static readonly double[] Level = [1.0, 1.01, 0.99, 1.02, 0.98, 1.0];

    private static readonly StoredJob TwoAxes = new()
    {
        Benchmark = "mget",
        Targets = ["embedded", "local"],
        Cases =
        [
            .. from strategy in new[] { "mget", "pipelined-get" }
               from point in new long?[] { 1, 10, 100 }
               select (strategy, point, Level),
        ],
    };

    [Fact]
    public async Task Each_value_of_another_axis_has_a_small_chart_on_one_scale_with_one_legend()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{await TwoAxes.AddAsync(app.Folder, Ct)}");
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", "12");

        var charts = await page.Page.EvaluateAsync<string[]>(
            """
            () => [...document.querySelectorAll('[data-chart=curve]')].map((canvas) => {
              const { options: { plugins: { title } }, scales: { x, y } } = Chart.getChart(canvas);
              return `${title.text}: ${[x.min, x.max, y.min, y.max]}`;
            })
            """);

        charts.Select(chart => chart.Split(':')[0]).ShouldBe(["embedded", "local"]);
        charts.Select(chart => chart.Split(':')[1]).Distinct().ShouldHaveSingleItem();
        await page["[data-legend] button[data-series=mget]"].ClickAsync();
        (await page.Page.EvaluateAsync<bool[]>(
            """
            () => [...document.querySelectorAll('[data-chart=curve]')].map((canvas) => {
              const chart = Chart.getChart(canvas);
              return chart.isDatasetVisible(chart.data.datasets.findIndex((set) => set.label === 'mget'));
            })
            """)).ShouldBe([false, false]);
        page.Complaints.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(390, true)]
    [InlineData(1280, false)]
    public async Task On_a_telephone_the_medians_are_before_the_charts(int width, bool arePivotsFirst)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width: width, app: app);
        await page.GotoAsync($"/jobs/{await TwoAxes.AddAsync(app.Folder, Ct)}");
        await Expect(page["[data-chart=curve]"].First).ToBeVisibleAsync();

        var tops = await page.Page.EvaluateAsync<double[]>(
            "() => ['.pivot', '[data-charts]'].map((part) => document.querySelector(part).getBoundingClientRect().top)");

        (tops[0] < tops[1]).ShouldBe(arePivotsFirst);
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_page_is_along_another_axis_and_limited_to_a_value_from_its_selectors()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{await TwoAxes.AddAsync(app.Folder, Ct)}");

        await page[".along [name=along]"].SelectOptionAsync("target");
        await page.UntilAtAsync("along=target");
        await Expect(page["[data-chart=bars]"]).ToHaveCountAsync(3);
        await page["[data-filter-form] [name='at.keysPerCall']"].SelectOptionAsync("100");
        await page.UntilAtAsync("at.keysPerCall=100");

        await Expect(page["[data-chart=bars]"]).ToHaveCountAsync(1);
        await Expect(page["[data-summary] tbody tr[data-case]"]).ToHaveCountAsync(await page["[data-summary] tr[data-point='100']"].CountAsync()
            + await page["[data-summary] tr[data-point='']"].CountAsync());
        await page["figure.wide [data-scale=logarithmic]"].ClickAsync();
        (await page.Page.EvaluateAsync<string>("() => Chart.getChart(document.querySelector('[data-chart=bars]')).scales.y.type"))
            .ShouldBe("logarithmic");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_running_job_keeps_the_axis_and_the_limit_of_its_page()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await app.QueueAsync("""
            { "benchmark": "insert", "strategies": ["batch", "hset"], "targets": ["embedded"], "runs": 3, "warmups": 0,
              "options": { "items": 300, "keys": 3, "payloadBytes": [100, 1000], "linkRoundTrip": [1, 2] } }
            """);
        await page.GotoAsync($"/jobs/{id}?along=linkRoundTrip&at.payloadBytes=1000");

        await Expect(page[".strip-state"]).ToHaveTextAsync("completed");

        await Expect(page["[data-chart=curve]"]).ToHaveCountAsync(1);
        // Two strategies and the floor at two values.
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", "6");
        (await page.Page.EvaluateAsync<string[]>(
            "() => [...new Set([...document.querySelectorAll('[data-summary] td[data-axis=\"at.payloadBytes\"]')].map((cell) => cell.textContent))]"))
            .ShouldBe(["1,000\u00A0B"]);
        page.Complaints.ShouldBeEmpty();
    }
}
