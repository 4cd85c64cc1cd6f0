using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Web.Live;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>More windows of one browser than it has connections to a server: six.</summary>
[Collection(BrowserTests.Name)]
public sealed class SeveralWindowsTests(Stage stage) : IAsyncDisposable
{
    private const string Job = """
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["embedded"], "runs": 100, "options": { "items": 20000, "batchSize": 1 } }
        """;

    private readonly RunningApp _app = new();

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    [Fact]
    public async Task Seven_windows_of_a_running_job_load_and_follow_it_to_its_end()
    {
        var id = await _app.QueueAsync(Job);
        await using var first = await stage.OpenAsync(app: _app);
        var windows = await OpenAsync(first, Enumerable.Repeat($"/jobs/{id}", 7));
        var feed = _app.Services.GetRequiredService<LiveFeed>();

        foreach (var window in windows)
        {
            var points = await PointsAsync(window);
            await Poll.UntilAsync(async () => await PointsAsync(window) > points);
            await Expect(window["[data-connection]"]).ToBeHiddenAsync();
        }

        feed.Watched.ShouldBe([Guid.Parse(id)]);
        feed.Count.ShouldBe(1, "one connection for all windows");

        // Half of them are closed, and one is loaded again.
        foreach (var window in windows[..3])
        {
            await window.Page.CloseAsync();
        }

        await windows[3].Page.ReloadAsync();
        await Poll.UntilAsync(async () => await PointsAsync(windows[3]) > 0);
        await _app.CancelAsync(id);
        foreach (var window in windows[3..])
        {
            await Expect(window["[data-job]"]).ToHaveAttributeAsync("data-state", "cancelled");
            window.Complaints.ShouldBeEmpty();
        }

        await Poll.UntilAsync(() => feed.Count == 0);
    }

    [Fact]
    public async Task Seven_windows_of_seven_jobs_follow_them()
    {
        var ids = new List<string>();
        for (var number = 0; number < 7; number++)
        {
            ids.Add(await _app.QueueAsync(Job));
        }

        await using var first = await stage.OpenAsync(app: _app);
        var windows = await OpenAsync(first, ids.Select(id => $"/jobs/{id}"));

        foreach (var id in ids[1..])
        {
            await _app.CancelAsync(id);
        }

        foreach (var window in windows[1..])
        {
            await Expect(window["[data-job]"]).ToHaveAttributeAsync("data-state", "cancelled");
        }

        await _app.CancelAsync(ids[0]);
        await Expect(windows[0]["[data-job]"]).ToHaveAttributeAsync("data-state", "cancelled");
        windows.SelectMany(window => window.Complaints).ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_a_shared_worker_five_windows_load_and_follow_it()
    {
        var id = await _app.QueueAsync(Job);
        await using var first = await stage.OpenAsync(app: _app);
        await first.Page.Context.AddInitScriptAsync("delete globalThis.SharedWorker");
        var windows = await OpenAsync(first, Enumerable.Repeat($"/jobs/{id}", 5));

        foreach (var window in windows)
        {
            var points = await PointsAsync(window);
            await Poll.UntilAsync(async () => await PointsAsync(window) > points);
        }

        _app.Services.GetRequiredService<LiveFeed>().Count.ShouldBe(5);
        await _app.CancelAsync(id);
        foreach (var window in windows)
        {
            await Expect(window["[data-job]"]).ToHaveAttributeAsync("data-state", "cancelled");
        }
    }

    [Fact]
    public async Task A_worker_whose_script_fails_is_replaced_by_a_connection_of_the_page()
    {
        var id = await _app.QueueAsync(Job);
        await using var page = await stage.OpenAsync(app: _app);
        await page.Page.AddInitScriptAsync("""
            globalThis.SharedWorker = class extends SharedWorker {
              constructor(address, options) { super(new URL('missing.js', address), options); }
            };
            """);

        await page.GotoAsync($"/jobs/{id}");

        await Poll.UntilAsync(async () => await PointsAsync(page) > 0);
        await _app.CancelAsync(id);
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-state", "cancelled");
    }

    /// <summary>Opens the windows one after the other in one profile; each of them must load while the others follow their job.</summary>
    private static async Task<WatchedPage[]> OpenAsync(WatchedPage first, IEnumerable<string> addresses)
    {
        var windows = new List<WatchedPage>();
        foreach (var address in addresses)
        {
            var window = windows.Count == 0 ? first : new WatchedPage(await first.Page.Context.NewPageAsync());
            await window.GotoAsync(address);
            windows.Add(window);
        }

        return [.. windows];
    }

    private static async Task<int> PointsAsync(WatchedPage page) =>
        int.Parse(await page["[data-job]"].GetAttributeAsync("data-points") ?? "0", System.Globalization.CultureInfo.InvariantCulture);
}
