using System.Globalization;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Tests.Pages;

[Collection(BrowserTests.Name)]
public sealed class JobPageTests(Stage stage)
{
    // A quick look on a busy machine, and its turn in the queue.
    private static readonly LocatorAssertionsToHaveTextOptions InGoodTime = new() { Timeout = 120_000 };

    [Fact]
    public async Task A_click_on_Run_shows_dots_arriving_live_and_then_the_summary()
    {
        await using var page = await stage.OpenAsync();
        await StartAsync(page, items: 1000, runs: 3);

        var first = await MorePointsThanAsync(page, 0);
        var second = await MorePointsThanAsync(page, first);
        (await page["[data-job]"].GetAttributeAsync("data-state")).ShouldBe("running", "the dots are to arrive while the job runs");

        await page.Page.ReloadAsync();
        (await PointsAsync(page)).ShouldBeGreaterThanOrEqualTo(second, "a reload is to lose nothing");

        await Expect(page[".strip-state"]).ToHaveTextAsync("completed", InGoodTime);
        await Expect(page["[data-findings] p"].First).ToContainTextAsync("On this target, ");
        var rows = page["[data-summary] tr[data-case]"];
        await Expect(rows).ToHaveCountAsync(8);
        foreach (var row in await rows.AllAsync())
        {
            await Expect(row.Locator("[data-f=verified]")).ToHaveTextAsync("3/3");
            (await row.Locator("[data-f=median]").InnerTextAsync()).ShouldMatch(@"^\d[\d.]*$");
        }

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", $"{8 * 4}");
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_live_table_says_what_the_server_writes_after_a_reload()
    {
        await using var page = await stage.OpenAsync(width: 390);
        await StartAsync(page, items: 300, runs: 2);
        await Expect(page[".strip-state"]).ToHaveTextAsync("completed", InGoodTime);
        (await page.OverflowAsync()).ShouldBe(0);

        await page.Page.ReloadAsync();

        // The rows as the script writes them from the document, over those of the server.
        var served = await page["[data-summary] tbody"].InnerTextAsync();
        await page.Page.EvaluateAsync("""
            async () => {
              const { JobDocument } = await import('/js/job-document.js');
              const { showRows } = await import('/js/job-rows.js');
              const data = JSON.parse(document.getElementById('job-data').textContent);
              const job = new JobDocument(await (await fetch(`/api/jobs/${data.document.id}`)).json());
              for (const cell of document.querySelectorAll('[data-summary] [data-f]:not(:has(*))')) {
                cell.textContent = '';
              }
              const yardsticks = new Set(data.strategies.filter((look) => look.isYardstick).map((look) => look.name));
              showRows(document.querySelector('[data-summary]'), job, { yardsticks, figures: data.figures });
            }
            """);

        (await page["[data-summary] tbody"].InnerTextAsync()).ShouldBe(served);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_lost_connection_is_told_quietly_and_nothing_is_missed()
    {
        await using var page = await stage.OpenAsync();
        var cut = 2;
        await page.Page.RouteAsync("**/events", route => cut-- > 0 ? route.AbortAsync() : route.ContinueAsync());
        await StartAsync(page, items: 300, runs: 1);

        await Expect(page["[data-connection]"]).ToBeVisibleAsync();
        await Expect(page[".strip-state"]).ToHaveTextAsync("completed", InGoodTime);
        await Expect(page["[data-connection]"]).ToBeHiddenAsync();
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", $"{8 * 2}");
    }

    [Fact]
    public async Task Cancel_stops_a_running_job_and_it_can_then_be_deleted()
    {
        await using var page = await stage.OpenAsync();
        await StartAsync(page, items: 6000, runs: 50);
        await MorePointsThanAsync(page, 0);

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel" }).ClickAsync();

        await Expect(page[".strip-state"]).ToHaveTextAsync("cancelled", new() { Timeout = 10_000 });
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Delete" }).ClickAsync();
        await page["#delete button[type=submit]"].ClickAsync();
        await page.UntilAtAsync("/jobs$");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_source_of_a_strategy_opens_over_the_page()
    {
        await using var page = await stage.OpenAsync();
        await StartAsync(page, items: 300, runs: 1);

        await page["[data-source-of=batch]"].ClickAsync();

        await Expect(page["dialog[data-source] pre"]).ToContainTextAsync("ExecuteAsync");
        page.Complaints.ShouldBeEmpty();
    }

    private static async Task StartAsync(WatchedPage page, int items, int runs)
    {
        await page.Page.GotoAsync("/");
        await page.Page.GetByText("Quick look").First.ClickAsync();
        await page["#options-items"].FillAsync($"{items}");
        await page["#runs"].FillAsync($"{runs}");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/]+$");
    }

    /// <summary>Waits for more dots in the chart. Asked again and again, because the page's own policy forbids to evaluate a condition in it.</summary>
    private static async Task<int> MorePointsThanAsync(WatchedPage page, int points)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        while (true)
        {
            var now = await PointsAsync(page);
            if (now > points)
            {
                return now;
            }

            await Task.Delay(50, patience.Token);
        }
    }

    private static async Task<int> PointsAsync(WatchedPage page) =>
        int.Parse(await page["[data-job]"].GetAttributeAsync("data-points") ?? "0", CultureInfo.InvariantCulture);
}
