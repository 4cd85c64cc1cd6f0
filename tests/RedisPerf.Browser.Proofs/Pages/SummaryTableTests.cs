using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The summary of a job can be read on a laptop and on a telephone, and its charts name all series at a point.</summary>
[Collection(BrowserTests.Name)]
public sealed class SummaryTableTests(Stage stage)
{
    private static readonly double[] Level = [1.0, 1.01, 0.99];

    /// <summary>Strategies and points of each benchmark.</summary>
    private static readonly Dictionary<string, (string[] Strategies, long?[] Points)> Benchmarks = new()
    {
        ["insert"] = (["multi-exec", "gzip-messagepack", "messagepack-as-published", "floor"], [null]),
        ["mget"] = (["pipelined-get", "mget-chunked"], [1, 10_000]),
        ["online-users"] = (["hyperloglog", "sorted-set"], [10_000, 1_000_000]),
        ["pipelining"] = (["incr-pipelined", "one-by-one"], [1, 10_000]),
        ["list-push"] = (["rpush-pipelined", "lpush-bulk"], [10, 100_000]),
        ["load"] = (["open-loop", "closed-loop"], [1_000, 1_000_000]),
    };

    public static TheoryData<string> Names => [.. Benchmarks.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_default_columns_fit_a_laptop(string benchmark)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width: 1280, app: app);

        await page.GotoAsync($"/jobs/{await JobAsync(app, benchmark)}");

        (await page["#summary"].EvaluateAsync<int>("table => table.scrollWidth - table.clientWidth")).ShouldBe(0);
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task On_a_telephone_the_strategy_the_median_and_the_verdict_are_visible()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width: 390, app: app);

        await page.GotoAsync($"/jobs/{await JobAsync(app, "insert")}");

        var right = await page["#summary"].EvaluateAsync<double>("table => table.querySelector('tbody tr:nth-child(3) "
            + "[data-f=against]').getBoundingClientRect().right - table.getBoundingClientRect().right");
        right.ShouldBeLessThanOrEqualTo(1);
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_header_and_the_strategy_stay_visible_when_the_table_is_scrolled()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width: 900, app: app);
        await page.GotoAsync($"/jobs/{await StoredJob.LargeSweep.AddAsync(app.Folder, Ct)}?columns=all");

        var moved = await page["#summary"].EvaluateAsync<double[]>(
            """
            (region) => {
              const place = (element) => element.getBoundingClientRect();
              const [head, name] = [region.querySelector('[data-column=median]'), region.querySelector('tbody th')];
              const [top, left] = [place(head).top, place(name).left];
              region.scrollTo(300, 600);
              return [place(head).top - top, place(name).left - left, region.scrollLeft, region.scrollTop];
            }
            """);

        moved[0].ShouldBe(0, 1.5);
        moved[1].ShouldBe(0, 1.5);
        moved[2].ShouldBeGreaterThan(0);
        moved[3].ShouldBeGreaterThan(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_header_sorts_the_rows()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await new StoredJob
        {
            Cases = [("multi-exec", null, [2.0, 2.1, 1.9]), ("batch", null, Level),
            ("hset", null, [3.0, 3.1, 2.9])]
        }.AddAsync(app.Folder, Ct);
        await page.GotoAsync($"/jobs/{id}");
        (await StrategiesAsync(page)).ShouldBe(["batch", "multi-exec", "hset", "floor"]);

        await page["th[data-column=max] a"].ClickAsync();
        await page.UntilAtAsync("sort=max");
        await page["th[data-column=max] a"].ClickAsync();
        await page.UntilAtAsync("sort=-max");

        (await StrategiesAsync(page)).ShouldBe(["hset", "multi-exec", "batch", "floor"]);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_tooltip_lists_all_series_at_a_point_with_the_unit_of_the_axis()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await new StoredJob { Cases = [("multi-exec", null, [0.002, 0.0021, 0.0019]), ("batch", null, [0.0009, 0.00091, 0.00089])] }
            .AddAsync(app.Folder, Ct);
        await page.GotoAsync($"/jobs/{id}");
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", "6");

        var texts = await page["[data-chart=runs]"].EvaluateAsync<string[]>(
            """
            (canvas) => {
              const chart = Chart.getChart(canvas);
              chart.tooltip.setActiveElements([{ datasetIndex: 0, index: 0 }, { datasetIndex: 1, index: 0 }], { x: 0, y: 0 });
              chart.update('none');
              return [chart.options.interaction.axis, chart.options.scales.y.title.text, ...chart.tooltip.body.flatMap(({ lines }) => lines)];
            }
            """);

        texts.ShouldBe(["x", "ms per run", "batch: 0.900 ms", "multi-exec: 2.00 ms"]);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_chart_of_the_runs_shows_time_or_throughput()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{await JobAsync(app, "insert")}");
        const string Shown = "() => { const chart = Chart.getChart(document.querySelector('[data-chart=runs]')); "
            + "return [chart.options.scales.y.title.text, String(chart.data.datasets[0].data[0].y)]; }";
        (await page.Page.EvaluateAsync<string[]>(Shown)).ShouldBe(["s per run", "1"]);

        await page["[data-measure]"].SelectOptionAsync("throughput");

        // A run has 1,000,000 bytes in 1 s.
        (await page.Page.EvaluateAsync<string[]>(Shown)).ShouldBe(["MB/s", "1"]);
        page.Complaints.ShouldBeEmpty();
    }

    private static Task<string[]> StrategiesAsync(WatchedPage page) =>
        page.Page.EvaluateAsync<string[]>("() => [...document.querySelectorAll('[data-summary] [data-case]')].map((row) => row.dataset.strategy)");

    private static async Task<Guid> JobAsync(RunningApp app, string benchmark)
    {
        var (strategies, points) = Benchmarks[benchmark];
        return await new StoredJob
        {
            Benchmark = benchmark,
            Disturbed = 4,
            Cases = [.. from strategy in strategies from point in points select (strategy, point, Level)],
        }.AddAsync(app.Folder, Ct);
    }
}
