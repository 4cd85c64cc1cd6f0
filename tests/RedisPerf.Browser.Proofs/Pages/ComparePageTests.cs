using System.Text.RegularExpressions;
using Microsoft.Playwright;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The charts of two jobs, and their export as images.</summary>
[Collection(BrowserTests.Name)]
public sealed partial class ComparePageTests(Stage stage)
{
    private static readonly double[] Level = [1.0, 1.01, 0.99];

    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    public async Task Two_jobs_share_a_chart_and_can_be_swapped_and_the_address_has_the_scale(int width)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width, app: app);
        var before =
            await new StoredJob { Cases = [("multi-exec", null, Level), ("batch", null, Level), ("floor", null, Level)] }.AddAsync(app.Folder, Ct);
        var after =
            await new StoredJob { Items = 90, Cases = [("multi-exec", null, Level), ("batch", null, [2, 2.02, 1.98])] }.AddAsync(app.Folder, Ct);

        await page.GotoAsync($"/compare?base={before}&with={after}");
        await Expect(page[".compare"]).ToHaveAttributeAsync("data-points", "4");
        await page["button[data-scale=logarithmic]"].ClickAsync();
        await Expect(page.Page).ToHaveURLAsync(ScaleInAddress());
        await page["[data-swap]"].ClickAsync();

        await Expect(page.Page).ToHaveURLAsync(new Regex($"base={after}&with={before}&scale=logarithmic"));
        await Expect(page["[data-headline]"]).ToContainTextAsync("batch, 0.50×");
        await Expect(page["button[data-scale=logarithmic]"]).ToHaveAttributeAsync("aria-pressed", "true");
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    public async Task The_last_jobs_are_filtered_while_typing_and_three_jobs_are_a_dot_plot(int width)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width, app: app);
        var ids = new List<Guid>();
        foreach (var items in new[] { 60, 61, 62 })
        {
            ids.Add(await new StoredJob { Items = items, Cases = [("multi-exec", null, Level), ("batch", null, Level), ("floor", null, Level)] }
                .AddAsync(app.Folder, Ct));
        }

        await page.GotoAsync($"/compare?base={ids[0]}&with={ids[1]}");
        await page["[data-recent] summary"].ClickAsync();
        await page["[data-filter]"].PressSequentiallyAsync("62 INSERT");
        await Expect(page[".recent-jobs tbody tr:visible"]).ToHaveCountAsync(1);
        await Expect(page["[data-filter-count]"]).ToHaveTextAsync("1 of 3");
        await page[".recent-jobs tbody tr:visible a"].GetByText("compare", new() { Exact = true }).ClickAsync();

        await page.UntilAtAsync($"base={ids[0]}&with={ids[1]}&with={ids[2]}$");
        await Expect(page["figure.dots svg g.case"]).ToHaveCountAsync(2);
        await Expect(page["figure.dots svg g.machine"]).ToHaveCountAsync(1);
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Two_sweeps_are_curves_of_the_figure_that_the_address_names()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var job = new StoredJob
        {
            Benchmark = "mget",
            Targets = ["embedded", "other"],
            Cases = [("mget", 1, Level), ("mget", 10, Level),
            ("hmget", 1, Level), ("hmget", 10, Level)]
        };
        var (before, after) = (await job.AddAsync(app.Folder, Ct), await job.AddAsync(app.Folder, Ct));

        await page.GotoAsync($"/compare?base={before}&with={after}&figure=rate");

        await Expect(page[".compare"]).ToHaveAttributeAsync("data-points", "16");
        await Expect(page["[data-measure]"]).ToHaveValueAsync("rate");
        await page[".points a"].First.ClickAsync();
        await Expect(page.Page).ToHaveURLAsync(new Regex("figure=rate&point=1$"));
        page.Complaints.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Each_chart_is_saved_as_a_picture_on_a_light_ground(ColorScheme theme)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.Page.EmulateMediaAsync(new() { ColorScheme = theme });
        var id = await new StoredJob { Cases = [("multi-exec", null, Level), ("batch", null, Level)] }.AddAsync(app.Folder, Ct);
        await page.GotoAsync($"/jobs/{id}");
        await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", theme == ColorScheme.Dark ? "dark" : "light");

        foreach (var chart in new[] { "runs", "lanes" })
        {
            var download = await page.Page.RunAndWaitForDownloadAsync(() => page[$"[data-png={chart}]"].ClickAsync());
            download.SuggestedFilename.ShouldMatch($@"^redisperf-insert-\d{{8}}-\d{{6}}-{chart}\.png$");
            var bytes = await File.ReadAllBytesAsync(await download.PathAsync(), Ct);
            bytes[..8].ShouldBe([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]);
            (await CornerAsync(page, bytes)).ShouldBe("255,255,255,255");
        }

        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_sweep_of_34_points_by_5_strategies_by_10_runs_is_drawn_and_its_page_stays_light()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await StoredJob.LargeSweep.AddAsync(app.Folder, Ct);

        var answer = await page.GotoAsync($"/jobs/{id}");

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", "170");
        await Expect(page["[data-summary] tr[data-case]"]).ToHaveCountAsync(170);
        (await page["#job-data"].EvaluateAsync<int>("element => element.textContent.length")).ShouldBeLessThan(150_000);
        (await answer!.BodyAsync()).Length.ShouldBeLessThan(800_000);
        // The page measures the time for manual profiling. On a shared machine it has no reliable limit.
        (await page.Page.EvaluateAsync<double>("performance.getEntriesByName('draw', 'measure')[0].duration")).ShouldBeGreaterThan(0);
        page.Complaints.ShouldBeEmpty();
    }

    private static Task<string> CornerAsync(WatchedPage page, byte[] png) => page.Page.EvaluateAsync<string>(
        """
        async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width, image.height];
          const pen = canvas.getContext('2d');
          pen.drawImage(image, 0, 0);
          return pen.getImageData(2, 2, 1, 1).data.join();
        }
        """,
        Convert.ToBase64String(png));

    [GeneratedRegex("[?&]scale=logarithmic")]
    private static partial Regex ScaleInAddress();
}
