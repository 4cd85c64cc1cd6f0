using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Playwright;
using RedisPerf.Core.Model;
using RedisPerf.Web.Live;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

[Collection(BrowserTests.Name)]
public sealed class JobPageTests(Stage stage)
{
    // Long enough for a busy machine, including the wait in the queue.

    [Fact]
    public async Task A_click_on_Run_shows_dots_arriving_live()
    {
        await using var page = await stage.OpenAsync();
        // The job is far too long to end before the page shows it, also on a busy machine. It is cancelled at the end.
        await StartAsync(page, items: 1000, runs: 100);

        var first = await MorePointsThanAsync(page, 0);
        var second = await MorePointsThanAsync(page, first);
        (await page["[data-job]"].GetAttributeAsync("data-state")).ShouldBe("running", "the dots must appear while the job runs");

        await page.Page.ReloadAsync();
        (await PointsAsync(page)).ShouldBeGreaterThanOrEqualTo(second, "a reload loses no dots");

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel" }).ClickAsync();
        await UntilStateAsync(page, "cancelled");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_finished_job_shows_its_findings_and_a_row_per_case()
    {
        await using var page = await stage.OpenAsync();
        await StartAsync(page, items: 300, runs: 3);

        await UntilStateAsync(page, "completed");
        await Expect(page[".verdict-card .answer"].First).ToContainTextAsync(new Regex("as fast as|lowest so far|equally fast"));
        await Expect(page["[data-part=line]"]).ToContainTextAsync("took ");
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
    public async Task A_long_word_in_the_error_of_a_job_fits_a_narrow_window()
    {
        await using var app = new RunningApp();
        var id = await new StoredJob
        {
            State = JobState.Failed,
            Error = Reason.FromText($"The file /{new string('x', 100)} is missing."),
            Cases = [(
            "batch", null, [0.1])]
        }.AddAsync(app.Folder, TestContext.Current.CancellationToken);
        await using var page = await stage.OpenAsync(width: 390, app: app);

        await page.GotoAsync($"/jobs/{id}");

        await Expect(page[".notice.bad"]).ToBeVisibleAsync();
        (await page.OverflowAsync()).ShouldBe(0);
    }

    [Fact]
    public async Task A_running_job_page_requests_no_HTML_and_its_live_tables_equal_the_served_ones()
    {
        await using var page = await stage.OpenAsync(width: 390);
        var statesAtRequests = new ConcurrentQueue<string>();
        await StartAsync(page, items: 300, runs: 2);
        await page["[data-details=runs] > summary"].ClickAsync();
        await page["[data-details=server] > summary"].ClickAsync();

        // Without the replacement at the end, the tables remain as the events filled them.
        await page.Page.RouteAsync("**/jobs/*", async route =>
        {
            if (route.Request.ResourceType == "fetch")
            {
                statesAtRequests.Enqueue((await page[".strip-state"].InnerTextAsync()).Trim());
            }
            else
            {
                await route.ContinueAsync();
            }
        });
        await UntilStateAsync(page, "completed");
        // While it waits, the page shows its place in the queue. At the end, the parts that only the server writes are replaced.
        await UntilAsync(page, "a request at the end", () => Task.FromResult(statesAtRequests.Contains("completed")));
        statesAtRequests.ShouldAllBe(state => state == "queued" || state == "completed");
        (await page.OverflowAsync()).ShouldBe(0);
        var live = await TablesAsync(page);

        await page.Page.ReloadAsync();

        live.Length.ShouldBeGreaterThan(8 * 3 * 2);
        live.ShouldBe(await TablesAsync(page));
    }

    [Fact]
    public async Task A_lost_connection_shows_a_notice_and_no_event_is_missed()
    {
        await using var page = await stage.OpenAsync();
        var cut = 2;
        await page.RemoveSharedWorkerAsync();
        await page.Page.RouteAsync("**/events?*", route => cut-- > 0 ? route.AbortAsync() : route.ContinueAsync());
        await StartAsync(page, items: 300, runs: 1);

        await Expect(page["[data-connection]"]).ToBeVisibleAsync();
        await UntilStateAsync(page, "completed");
        await Expect(page["[data-connection]"]).ToBeHiddenAsync();
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", $"{8 * 2}");
    }

    [Fact]
    public async Task A_hidden_page_has_no_connection_and_shows_the_error_page_when_its_job_was_deleted()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await app.QueueAsync("""{ "benchmark": "insert", "strategies": ["batch"], "targets": """
            + """["embedded"], "runs": 100, "options": { "items": 20000, "batchSize": 1 } }""");
        await page.GotoAsync($"/jobs/{id}");
        var feed = app.Services.GetRequiredService<LiveFeed>();
        await UntilAsync(page, "a connection", () => Task.FromResult(feed.IsOnPage(Guid.Parse(id))));
        await MorePointsThanAsync(page, 0);

        await HideAsync(page, true);
        await UntilAsync(page, "no connection", () => Task.FromResult(!feed.IsOnPage(Guid.Parse(id))));
        var points = await PointsAsync(page);
        await HideAsync(page, false);
        await MorePointsThanAsync(page, points);

        await HideAsync(page, true);
        using var client = app.Connect();
        (await client.PostAsync($"/api/jobs/{id}/cancel", null, TestContext.Current.CancellationToken)).EnsureSuccessStatusCode();
        await UntilAsync(page, "a deleted job",
            async () => (await client.DeleteAsync($"/api/jobs/{id}", TestContext.Current.CancellationToken)).IsSuccessStatusCode);
        await HideAsync(page, false);

        await Expect(page["h1"]).ToHaveTextAsync("Page not found.");
    }

    [Fact]
    public async Task Cancel_stops_a_running_job_and_it_can_then_be_deleted()
    {
        await using var page = await stage.OpenAsync();
        await StartAsync(page, items: 1000, runs: 100);
        await MorePointsThanAsync(page, 0);

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel" }).ClickAsync();

        await Expect(page[".strip-state"]).ToHaveTextAsync("cancelled");
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
        await page.GotoAsync("/");
        await page.Page.GetByText("Quick look").First.ClickAsync();
        await page["#options-items"].FillAsync($"{items}");
        await page["#runs"].FillAsync($"{runs}");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/]+$");
    }

    // Chromium without a window hides no page.
    private static async Task HideAsync(WatchedPage page, bool isHidden) => await page.Page.EvaluateAsync(
        """
        (isHidden) => {
          Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }
        """,
        isHidden);

    /// <summary>Waits for more dots in the chart.</summary>
    private static async Task<int> MorePointsThanAsync(WatchedPage page, int points)
    {
        var now = 0;
        await UntilAsync(page, $"more than {points} dots", async () => (now = await PointsAsync(page)) > points);
        return now;
    }

    private static Task UntilStateAsync(WatchedPage page, string state) =>
        UntilAsync(page, $"the state {state}", async () => (await page[".strip-state"].InnerTextAsync()).Trim() == state);

    // It polls, because the content security policy of the page does not allow Playwright to evaluate a condition in it.
    private static async Task UntilAsync(WatchedPage page, string expected, Func<Task<bool>> isDone)
    {
        var start = Stopwatch.GetTimestamp();
        while (!await isDone())
        {
            if (Stopwatch.GetElapsedTime(start).TotalMilliseconds > Stage.Patience)
            {
                Assert.Fail($"Expected {expected}. The page: {await page["[data-job]"].InnerTextAsync()}\nIts errors: "
                    + $"{string.Join("; ", page.Complaints)}\nThe jobs: {await JobsAsync(page)}");
            }

            await Task.Delay(50);
        }
    }

    private static async Task<string> JobsAsync(WatchedPage page) => await (await page.Page.APIRequest.GetAsync("/api/jobs?limit=5")).TextAsync();

    /// <summary>The texts and tooltips of the rows of the three tables, in an order that does not depend on the job's end.
    /// Forms are served only.</summary>
    private static Task<string[]> TablesAsync(WatchedPage page) => page.Page.EvaluateAsync<string[]>(
        """
        () => [...document.querySelectorAll('[data-summary] tbody tr, [data-runs] tr')]
          .map((row) => row.cloneNode(true))
          .map((row) => (row.querySelectorAll('form').forEach((form) => form.remove()), row))
          .map((row) => [...row.cells])
          .map((cells) => cells.map((cell) => `${cell.textContent.replace(/\s+/g, ' ').trim()} (${cell.title}) ${cell.dataset.verdict ?? ''}`))
          .map((texts) => texts.join(' | '))
          .sort()
        """);

    private static async Task<int> PointsAsync(WatchedPage page) =>
        int.Parse(await page["[data-job]"].GetAttributeAsync("data-points") ?? "0", CultureInfo.InvariantCulture);
}
