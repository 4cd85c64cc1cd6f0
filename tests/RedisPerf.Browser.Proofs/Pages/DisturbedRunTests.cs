using Microsoft.Playwright;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>A real job on a server that another client uses at the same time.</summary>
[Collection(BrowserTests.Name)]
public sealed class DisturbedRunTests(Stage stage)
{
    [Fact]
    public async Task A_disturbed_run_is_excluded_by_a_click_and_the_baseline_is_chosen_and_a_reload_keeps_both()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var app = new RunningApp(("RedisPerf:Targets:0:Name", "shared"), ("RedisPerf:Targets:0:Connection", redis.Address));
        await using var page = await stage.OpenAsync(app: app);
        await using (new ForeignLoad(redis.Address))
        {
            await StartAsync(page);
            await Expect(page[".strip-state"]).ToHaveTextAsync("completed");
        }

        var batch = page["[data-summary] tr[data-strategy=batch]"];
        var ofBatch = page["[data-disturbed] details li"].Filter(new() { HasText = "batch" });
        await Expect(ofBatch).ToContainTextAsync("2 of 2 runs were disturbed: The server of target 'shared' executed ");
        await Expect(page[".rounds li"]).ToHaveTextAsync(["warm-up", "⚠ 1", "⚠ 2"]);
        await Expect(page["[data-disturbed-mark]"].First).ToBeHiddenAsync();
        (await batch.Locator("[data-f=min]").InnerTextAsync()).ShouldNotBe(
            await batch.Locator("[data-f=max]").InnerTextAsync(), "two runs never take the same time to a nanosecond");

        await page["[data-details=runs] > summary"].ClickAsync();
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Exclude: batch, run 1" }).ClickAsync();

        await Expect(ofBatch).ToContainTextAsync("2 of 2 runs were disturbed, 1 of them excluded:");
        await Expect(page.Page.GetByRole(AriaRole.Button, new() { Name = "Include: batch, run 1" })).ToBeInViewportAsync();
        var min = await batch.Locator("[data-f=min]").GetAttributeAsync("title");
        await page.Page.ReloadAsync();
        (await batch.Locator("[data-f=min]").GetAttributeAsync("title")).ShouldBe(min);
        (await batch.Locator("[data-f=max]").GetAttributeAsync("title")).ShouldBe(min, "only one run is included now");

        await page["select[name=against]"].SelectOptionAsync("batch");
        await Expect(batch.Locator("[data-f=against]")).ToHaveTextAsync("baseline");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Use batch as the job's baseline" }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/?]+#summary$");
        await Expect(page["select[name=against]"]).ToHaveValueAsync("batch");
        await Expect(page["tr[data-strategy=multi-exec] [data-f=against]"]).ToContainTextAsync("unclear");
        page.Complaints.ShouldBeEmpty();

        await page.Page.SetViewportSizeAsync(390, 900);
        await page.Page.ReloadAsync();
        (await page.OverflowAsync()).ShouldBe(0);
    }

    [Fact]
    public async Task Without_script_all_disturbed_runs_are_excluded_at_once()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var app = new RunningApp(("RedisPerf:Targets:0:Name", "shared"), ("RedisPerf:Targets:0:Connection", redis.Address));
        await using var page = await stage.OpenAsync(width: 390, javaScript: false, app: app);
        await using (new ForeignLoad(redis.Address))
        {
            await StartAsync(page);
            while (await page[".strip-state"].InnerTextAsync() != "completed")
            {
                await Task.Delay(200, TestContext.Current.CancellationToken);
                await page.Page.ReloadAsync();
            }
        }

        await page["[data-leave-all-out] button"].ClickAsync();

        await Expect(page["[data-leave-all-out] button"]).ToContainTextAsync("Include all");
        await Expect(page["tr[data-strategy=batch] [data-f=median]"]).ToHaveTextAsync("–");
        // The page of the answer is there before its styles.
        (await page.SettledOverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    private static async Task StartAsync(WatchedPage page)
    {
        await page.GotoAsync("/?preset=quick-look");
        await page["#options-items"].FillAsync("3000");
        await page["#runs"].FillAsync("2");
        foreach (var strategy in new[] { "gzip", "messagepack", "gzip-messagepack", "lua", "hset" })
        {
            await page[$"#strategy-{strategy}"].UncheckAsync();
        }

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/]+$");
    }
}
