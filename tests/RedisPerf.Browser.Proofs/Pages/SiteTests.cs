using System.Diagnostics;
using Microsoft.Playwright;
using RedisPerf.Browser.Proofs.Pictures;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The static site of a ledger, opened from its files.</summary>
[Collection(BrowserTests.Name)]
public sealed class SiteTests(Stage stage) : IDisposable
{
    private static readonly int[] Widths = [390, 1280];

    private readonly DirectoryInfo _site = Directory.CreateTempSubdirectory("redisperf-site-");

    public void Dispose() => _site.Delete(recursive: true);

    [Fact]
    public async Task Every_page_fits_has_nothing_serious_for_axe_in_both_themes_and_its_links_lead_to_a_page()
    {
        await using var app = new RunningApp();
        await new SampleLedger(app, Ct).FillAsync();
        await PublishAsync(app);
        await using var page = await stage.OpenAsync(app: app);
        var requests = new List<string>();
        page.Page.Request += (_, request) => requests.Add(request.Url);

        var pages = await WalkAsync(page);

        pages.Count(address => address.Contains("/jobs/", StringComparison.Ordinal)).ShouldBeGreaterThan(80);
        pages.Count(address => address.Contains("/trends/", StringComparison.Ordinal)).ShouldBe(4);
        pages.ShouldContain(address => address.Contains("/compare/", StringComparison.Ordinal));
        // The pages of a kind have the same parts: some of each are looked at.
        foreach (var address in pages.GroupBy(address => new Uri(address).Segments[^2]).SelectMany(kind => kind.Take(8)))
        {
            foreach (var scheme in new[] { ColorScheme.Light, ColorScheme.Dark })
            {
                await page.Page.EmulateMediaAsync(new() { ColorScheme = scheme, ReducedMotion = ReducedMotion.Reduce });
                await page.Page.GotoAsync(address);
                foreach (var width in Widths)
                {
                    await page.Page.SetViewportSizeAsync(width, 900);
                    (await page.SettledOverflowAsync()).ShouldBe(0, $"{address} at {width} pixels");
                    (await EveryPageTests.SeriousForAxeAsync(page)).ShouldBeEmpty($"{address}, {scheme}, {width} pixels");
                }
            }
        }

        requests.ShouldAllBe(request => request.StartsWith("file:", StringComparison.Ordinal));
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_index_filters_with_a_script_and_is_whole_without_one()
    {
        await using var app = new RunningApp();
        await new SampleLedger(app, Ct).FillAsync();
        await PublishAsync(app);
        var index = Address("index.html");
        await using (var page = await stage.OpenAsync(app: app))
        {
            await page.Page.GotoAsync(index);
            var all = await page["tr[data-benchmark]:visible"].CountAsync();
            await page["select[name=benchmark]"].SelectOptionAsync("mget");
            var mget = await page["tr[data-benchmark]:visible"].CountAsync();
            mget.ShouldBeInRange(1, all - 1);
            await Expect(page["[data-count]"]).ToHaveTextAsync($"{mget} of {all} jobs");
            page.Page.Url.ShouldEndWith("#benchmark=mget");

            await page["input[name=search]"].FillAsync("nothing like this");
            await Expect(page["tr[data-benchmark]:visible"]).ToHaveCountAsync(0);
            await page.Page.GotoAsync("about:blank");
            await page.Page.GotoAsync($"{index}#benchmark=mget");
            await Expect(page["tr[data-benchmark]:visible"]).ToHaveCountAsync(mget);
            page.Complaints.ShouldBeEmpty();
        }

        await using var plain = await stage.OpenAsync(javaScript: false, app: app);
        await plain.Page.GotoAsync(index);
        await Expect(plain["form.filters"]).ToBeHiddenAsync();
        (await plain["tr[data-benchmark]"].CountAsync()).ShouldBeGreaterThan(80);
    }

    private string Address(string file) => new Uri(Path.Combine(_site.FullName, file)).AbsoluteUri;

    // Follows all links to pages of the site. The target of a fragment is on its page.
    private async Task<HashSet<string>> WalkAsync(WatchedPage page)
    {
        var (visited, waiting) = (new HashSet<string>(), new Queue<string>([Address("index.html")]));
        while (waiting.TryDequeue(out var address))
        {
            if (!visited.Add(address))
            {
                continue;
            }

            await page.Page.GotoAsync(address);
            foreach (var link in await page.Page.EvaluateAsync<string[]>("[...document.links].map((link) => link.href)"))
            {
                var target = new Uri(link);
                target.IsFile.ShouldBeTrue(link);
                File.Exists(target.LocalPath).ShouldBeTrue($"{address} has a link to {link}");
                if (target.Fragment.Length > 0)
                {
                    (await page.Page.EvaluateAsync<bool>("(id) => document.getElementById(id) !== null", target.Fragment[1..])).ShouldBeTrue(link);
                }
                else if (target.LocalPath.EndsWith(".html", StringComparison.Ordinal))
                {
                    waiting.Enqueue(link);
                }
            }
        }

        return visited;
    }

    private async Task PublishAsync(RunningApp app)
    {
        var start = new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, "redisperf"), ["publish", "--out", _site.FullName])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["RedisPerf__Data"] = app.Folder;
        start.Environment.Remove("RedisPerf__Ledger");
        using var process = Process.Start(start).ShouldNotBeNull();
        var error = process.StandardError.ReadToEndAsync(Ct);
        await process.StandardOutput.ReadToEndAsync(Ct);
        await process.WaitForExitAsync(Ct);
        process.ExitCode.ShouldBe(0, await error);
    }
}
