using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>Charts of many lines and bars can be read.</summary>
[Collection(BrowserTests.Name)]
public sealed class ChartLookTests(Stage stage)
{
    private static readonly double[] Level = [1.0, 1.01, 0.99];
    private static readonly string[] FourTargets = ["embedded", "second", "third", "fourth"];

    [Fact]
    public async Task Runs_of_several_targets_look_different_and_many_bars_have_room_for_their_labels()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        string[] strategies = ["multi-exec", "batch", "gzip", "messagepack", "lua", "hset", "lua-as-published", "floor"];
        var id = await new StoredJob { Targets = FourTargets, Cases = [.. strategies.Select(strategy => (strategy, (long?)null, Level))] }.AddAsync(
            app.Folder, Ct);

        await page.GotoAsync($"/jobs/{id}");

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", $"{4 * 8 * 3}");
        (await LinesAsync(page, "runs")).ShouldBeUnique();
        (await page["[data-chart=spread]"].EvaluateAsync<double>("canvas => canvas.clientHeight")).ShouldBeGreaterThan(4 * 7 * 18);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Curves_of_several_targets_have_their_own_charts()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await new StoredJob
        {
            Benchmark = "pipelining",
            Targets = FourTargets,
            Cases = [("one-by-one", null, Level),
            ("pipelined", 10, Level), ("pipelined", 100, Level)]
        }.AddAsync(app.Folder, Ct);

        await page.GotoAsync($"/jobs/{id}");

        await Expect(page["[data-chart=curve]"]).ToHaveCountAsync(FourTargets.Length);
        (await page.Page.EvaluateAsync<string[]>(
            "() => [...document.querySelectorAll('[data-chart=curve]')].map((canvas) => Chart.getChart(canvas).options.plugins.title.text)"))
            .ShouldBe(FourTargets);
        page.Complaints.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(1280)]
    [InlineData(390)]
    public async Task The_names_of_bars_are_whole_however_narrow_the_chart_is(int width)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width, app: app);
        var id = await new StoredJob
        {
            Targets = ["embedded", "local-valkey"],
            Cases = [("gzip-messagepack", null, Level),
            ("messagepack-as-published", null, Level)]
        }.AddAsync(app.Folder, Ct);

        await page.GotoAsync($"/jobs/{id}");

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", $"{2 * 2 * 3}");
        var cut = await page["[data-chart=spread]"].EvaluateAsync<string[]>(
            """
            (canvas) => {
              const { ctx, scales: { y } } = Chart.getChart(canvas);
              ctx.font = `${Chart.defaults.font.size}px ${Chart.defaults.font.family}`;
              return y.ticks.flatMap(({ label }) => label).filter((line) => ctx.measureText(line).width > y.width);
            }
            """);
        cut.ShouldBeEmpty();
    }

    /// <summary>How the legend shows each line, once the chart has room for all of it.</summary>
    private static async Task<string[]> LinesAsync(WatchedPage page, string chart)
    {
        await page[$"[data-chart={chart}]"].EvaluateAsync(
            """
            async (canvas) => {
              const last = () => Chart.getChart(canvas).legend.legendHitBoxes.at(-1);
              while (last().top + last().height > canvas.clientHeight) {
                await new Promise(requestAnimationFrame);
              }
            }
            """).WaitAsync(TimeSpan.FromMinutes(1), Ct);
        var lines = await page[$"[data-chart={chart}]"].EvaluateAsync<string[]>(
            "canvas => Chart.getChart(canvas).legend.legendItems.map(({ strokeStyle, fillStyle, "
                + "lineDash, marker }) => JSON.stringify([strokeStyle, fillStyle, lineDash, marker]))");
        lines.Length.ShouldBeGreaterThan(4);
        return lines;
    }
}
