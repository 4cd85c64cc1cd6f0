using System.Text.RegularExpressions;
using Deque.AxeCore.Playwright;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

[Collection(BrowserTests.Name)]
public sealed partial class SchedulePageTests(Stage stage)
{
    [Fact]
    public async Task A_schedule_is_made_from_a_job_run_and_paused()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/?preset=quick-look");
        await page["#options-items"].FillAsync("300");
        await page["#runs"].FillAsync("1");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/]+$");
        await page["main"].GetByRole(AriaRole.Link, new() { Name = "Schedule", Exact = true }).ClickAsync();
        await Expect(page["#options-items"]).ToHaveValueAsync("300");

        // The choice of a weekday selects the weekly schedule.
        await page["#name"].FillAsync("from a browser");
        await page["#timeZone"].FillAsync("Europe/Berlin");
        await page["#at"].FillAsync("03:15");
        await page["#day-4"].CheckAsync();
        await Expect(page["#every-week"]).ToBeCheckedAsync();
        await Expect(page["#next li"]).ToHaveCountAsync(3);
        await Expect(page["#next li"].First).ToContainTextAsync(WeeklyTime());

        await page["#every-cron"].CheckAsync();
        await page["input[name=cron]"].FillAsync("99 * * * *");
        await Expect(page["#cron-error"]).ToContainTextAsync("cron must have five fields");
        await Expect(page["#next li"]).ToHaveCountAsync(0);
        await page["#every-week"].CheckAsync();
        await Expect(page["#next li"]).ToHaveCountAsync(3);
        await Expect(page["#cron-error"]).ToBeHiddenAsync();

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Add schedule" }).ClickAsync();
        await page.UntilAtAsync("/schedules$");
        var line = page["[data-schedule='from a browser']"];
        await Expect(line).ToContainTextAsync("Monday and Thursday at 03:15");

        await line.GetByRole(AriaRole.Button, new() { Name = "Run now: from a browser" }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/]+$");
        await page.GotoAsync("/schedules");
        await Expect(line.Locator("[data-f=last] a")).ToBeVisibleAsync();
        (await page.Page.RunAxe()).Violations.Where(violation => violation.Impact is "serious" or "critical")
            .Select(violation => violation.Help).ShouldBeEmpty();
        await page.Page.SetViewportSizeAsync(390, 900);
        (await page.OverflowAsync()).ShouldBe(0);
        await page.Page.SetViewportSizeAsync(1280, 900);

        await line.GetByRole(AriaRole.Button, new() { Name = "Pause from a browser" }).ClickAsync();
        await Expect(line.Locator("[data-f=next]")).ToContainTextAsync("paused");

        await line.GetByRole(AriaRole.Button, new() { Name = "Delete from a browser" }).ClickAsync();
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Delete", Exact = true }).ClickAsync();
        await Expect(line).ToHaveCountAsync(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_browsers_own_time_zone_is_offered()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/schedules/new");

        var own = await page.Page.EvaluateAsync<string>("Intl.DateTimeFormat().resolvedOptions().timeZone");

        await Expect(page["#timeZone"]).ToHaveValueAsync(own);
        await Expect(page["#next li"]).ToHaveCountAsync(3);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_error_of_the_name_stays_until_the_name_changes()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/schedules/new");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Add schedule" }).ClickAsync();
        await Expect(page["#name-error"]).ToContainTextAsync("name is required");
        // The script focuses the invalid field when it is ready.
        await Expect(page["#name"]).ToBeFocusedAsync();

        await page["#options-items"].FillAsync("many");
        await Expect(page["#options-items-error"]).ToContainTextAsync("items must be");
        await Expect(page["#name-error"]).ToBeVisibleAsync();
        await page["#name"].FillAsync("nightly");

        await Expect(page["#name-error"]).ToBeHiddenAsync();
        await Expect(page["#options-items-error"]).ToBeVisibleAsync();
    }

    // A Monday or a Thursday, in standard time or daylight saving time.
    [GeneratedRegex(@"(Mon|Thu) \d{4}-\d\d-\d\d 03:15 \+0[12]:00")]
    private static partial Regex WeeklyTime();
}
