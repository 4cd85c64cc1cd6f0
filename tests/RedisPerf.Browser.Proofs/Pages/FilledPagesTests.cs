using Microsoft.Playwright;
using RedisPerf.Browser.Proofs.Pictures;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The pages of a ledger with many jobs, schedules, alerts and missed runs.</summary>
[Collection(BrowserTests.Name)]
public sealed class FilledPagesTests(Stage stage)
{
    private static readonly int[] Widths = [390, 1280, 2560];

    [Fact]
    public async Task Fit_every_width_and_have_nothing_serious_for_axe_in_both_themes()
    {
        await using var app = new RunningApp();
        var sample = new SampleLedger(app, Ct);
        await sample.FillAsync();
        var ids = sample.Ids;
        (string Address, string Part)[] pages =
        [
            ($"/compare?base={ids["earlier"]}&with={ids["baseline"]}&with={ids["decided"]}&with={ids["noisy"]}", "figure.dots svg"),
            ("/schedules", ".case-strips .strip-chart"), ($"/schedules/{ids["trend"]}", "canvas[data-chart=trend]"), ("/jobs", ".jobs .chip"),
            ("/articles", ".article"), ($"/jobs/{ids["interrupted"]}", "[data-runs-left]"), ("/targets", ".card-panel"),
        ];
        await using var page = await stage.OpenAsync(app: app);
        foreach (var (address, part) in pages)
        {
            await page.Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Light, ReducedMotion = ReducedMotion.Reduce });
            await page.Page.SetViewportSizeAsync(1280, 900);
            await page.GotoAsync(address);
            await Expect(page[part].First).ToBeVisibleAsync();
            foreach (var width in Widths)
            {
                await page.Page.SetViewportSizeAsync(width, 900);
                (await page.SettledOverflowAsync()).ShouldBe(0, $"{address} at {width} pixels");
            }

            (await EveryPageTests.SeriousForAxeAsync(page)).ShouldBeEmpty($"{address}, light");
            await page.Page.SetViewportSizeAsync(390, 900);
            await page.Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Dark, ReducedMotion = ReducedMotion.Reduce });
            await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", "dark");
            (await EveryPageTests.SeriousForAxeAsync(page)).ShouldBeEmpty($"{address}, dark");
        }

        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_list_of_jobs_shows_the_strategy_and_its_median_on_a_telephone_and_one_line_on_a_large_screen()
    {
        await using var app = new RunningApp();
        var sample = new SampleLedger(app, Ct);
        await sample.FillAsync();
        await using var page = await stage.OpenAsync(390, app: app);
        await page.GotoAsync("/jobs");
        var row = page[$"#job-{sample.Ids["decided"]}"];

        await Expect(row.Locator(".of-leader")).ToContainTextAsync("hset");
        await Expect(row.Locator(".hero")).ToContainTextAsync(" s");
        await Expect(row.Locator(".of-duration")).ToBeHiddenAsync();
        await Expect(row.Locator(".chip").First).ToBeHiddenAsync();

        await page.Page.SetViewportSizeAsync(2560, 900);
        (await row.BoundingBoxAsync())!.Height.ShouldBeLessThan(40, "one line");
    }
}
