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
        (await page["[data-chart=lanes]"].EvaluateAsync<double>("canvas => canvas.clientHeight")).ShouldBeGreaterThan(4 * 8 * 18);
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
    public async Task Each_lane_is_at_the_height_of_its_row_in_the_chart(int width)
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
        await page.UntilAsync("document.querySelectorAll('[data-lane]').length >= 4");
        var distances = await page["[data-chart=lanes]"].EvaluateAsync<double[]>(
            """
            async (canvas) => {
              const settled = () => Math.abs(canvas.clientHeight - canvas.parentElement.clientHeight) < 1;
              while (!settled()) {
                await new Promise(requestAnimationFrame);
              }
              const { scales: { y } } = Chart.getChart(canvas);
              const top = canvas.getBoundingClientRect().top;
              return [...document.querySelectorAll('[data-lane]')].map((lane, index) => {
                const { top: from, bottom: to } = lane.getBoundingClientRect();
                return Math.abs((from + to) / 2 - (top + y.getPixelForValue(index)));
              });
            }
            """);
        distances.ShouldAllBe(distance => distance < 3);
        (await page.SettledOverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
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
