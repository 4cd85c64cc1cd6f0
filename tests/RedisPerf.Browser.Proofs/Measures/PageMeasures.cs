using RedisPerf.Browser.Proofs.Pages;
using RedisPerf.Web.Tests;

namespace RedisPerf.Browser.Proofs.Measures;

/// <summary>Performance figures of the pages. They depend on the machine, so they are printed without a limit. Run with <c>dotnet run
/// --project tests/RedisPerf.Browser.Proofs -- -explicit only -class "*PageMeasures" -showLiveOutput</c>.</summary>
[Collection(BrowserTests.Name)]
public sealed class PageMeasures(Stage stage, ITestOutputHelper output)
{
    private const int Loads = 9;

    [Fact(Explicit = true)]
    public async Task First_contentful_paint_and_weight_of_every_page()
    {
        output.WriteLine("| page | first contentful paint, median ms | slowest ms | script and style, KB compressed |");
        output.WriteLine("|---|---:|---:|---:|");
        foreach (var address in EveryPageTests.Pages.Select(row => row.Data))
        {
            var paints = new List<double>();
            var bytes = 0L;
            for (var load = 0; load < Loads; load++)
            {
                // A fresh profile has an empty cache.
                await using var page = await stage.OpenAsync();
                await page.GotoAsync(await stage.AddressAsync(address));
                paints.Add(await page.Page.EvaluateAsync<double>(
                    "new Promise((resolve) => new PerformanceObserver((list) => "
                        + "list.getEntriesByName('first-contentful-paint').forEach((paint) => "
                        + "resolve(paint.startTime))).observe({ type: 'paint', buffered: true }))"));
                bytes = await EveryPageTests.ScriptAndStyleAsync(page.Page);
            }

            paints.Sort();
            output.WriteLine($"| `{address}` | {paints[Loads / 2]:0} | {paints[^1]:0} | {bytes / 1024.0:0} |");
        }
    }

    [Fact(Explicit = true)]
    public async Task Drawing_a_sweep_of_34_points_by_5_strategies_by_10_runs()
    {
        await using var app = new RunningApp();
        var id = await StoredJob.LargeSweep.AddAsync(app.Folder, TestContext.Current.CancellationToken);
        var draws = new List<double>();
        for (var load = 0; load < Loads; load++)
        {
            await using var page = await stage.OpenAsync(app: app);
            await page.GotoAsync($"/jobs/{id}");
            await page.UntilAsync("performance.getEntriesByName('draw', 'measure').length > 0");
            draws.Add(await page.Page.EvaluateAsync<double>("performance.getEntriesByName('draw', 'measure')[0].duration"));
        }

        draws.Sort();
        output.WriteLine($"Drawing took {draws[Loads / 2]:0} ms (median of {Loads} loads), at most {draws[^1]:0} ms.");
    }

    [Fact(Explicit = true)]
    public async Task What_an_open_job_page_keeps_while_runs_arrive()
    {
        await using var page = await stage.OpenAsync();
        var id = await StartLongJobAsync(page);
        await page.GotoAsync($"/jobs/{id}");

        output.WriteLine("| runs on the page | heap, MB |");
        output.WriteLine("|---|---:|");
        while (await page["[data-job]"].GetAttributeAsync("data-state") is "queued" or "running")
        {
            await Task.Delay(TimeSpan.FromSeconds(20), TestContext.Current.CancellationToken);
            output.WriteLine($"| {await RunsAsync(page)} | {await HeapAsync(page):0.0} |");
        }

        var open = await HeapAsync(page);
        await page.Page.ReloadAsync();
        output.WriteLine($"| {await RunsAsync(page)}, at the end | {open:0.0} |");
        output.WriteLine($"| {await RunsAsync(page)}, reloaded | {await HeapAsync(page):0.0} |");
    }

    private static async Task<string> StartLongJobAsync(WatchedPage page)
    {
        var answer = await page.Page.APIRequest.PostAsync(
            "/api/jobs",
            new()
            {
                DataObject = new
                {
                    benchmark = "insert",
                    targets = new[] { "embedded" },
                    runs = 100,
                    warmups = 1,
                    options = new
                    { items = 300, keys = 3, payloadBytes = 1_024 }
                }
            });
        return (await answer.JsonAsync())!.Value.GetProperty("id").GetString()!;
    }

    private static Task<int> RunsAsync(WatchedPage page) => page["[data-details=runs] tbody tr"].CountAsync();

    // Megabytes of live objects.
    private static async Task<double> HeapAsync(WatchedPage page)
    {
        var session = await page.Page.Context.NewCDPSessionAsync(page.Page);
        await session.SendAsync("HeapProfiler.collectGarbage");
        var usage = await session.SendAsync("Runtime.getHeapUsage");
        await session.DetachAsync();
        return usage!.Value.GetProperty("usedSize").GetDouble() / 1e6;
    }
}
