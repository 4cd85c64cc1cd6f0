using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The Hangfire dashboard, opened from the list of jobs.</summary>
[Collection(BrowserTests.Name)]
public sealed class BackgroundJobsTests(Stage stage)
{
    [Fact]
    public async Task The_dashboard_opens_from_the_jobs_page_and_names_the_benchmark_and_the_target()
    {
        await stage.AddressAsync("/jobs/{insert}");
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/jobs");

        await page["main a:text-is('Background jobs')"].ClickAsync();
        await page.UntilAtAsync("/hangfire$");
        await page.GotoAsync("/hangfire/jobs/succeeded?from=0&count=500");
        await page["tr:has-text('insert on embedded') a[href^='/hangfire/jobs/details/']"].First.ClickAsync();
        await Expect(page["h1"]).ToContainTextAsync("insert on embedded");
        await page.GotoAsync("/hangfire/recurring");
        await Expect(page["table"]).ToContainTextAsync("Start jobs of due schedules");
        await page.GotoAsync("/hangfire/servers");
        await Expect(page["table"]).ToContainTextAsync("housekeeping");

        page.Complaints.ShouldBeEmpty();
    }
}
