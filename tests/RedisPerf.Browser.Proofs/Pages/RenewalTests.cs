using RedisPerf.Core.Model;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>An open page after a restart of the program, and after a job or a test that has ended.</summary>
[Collection(BrowserTests.Name)]
public sealed class RenewalTests(Stage stage)
{
    [Fact]
    public async Task A_page_whose_events_come_from_another_process_is_loaded_again_once()
    {
        await using var app = new RunningApp();
        await using var restarted = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.RemoveSharedWorkerAsync();
        var loads = 0;
        page.Page.Request += (_, request) => loads += request.IsNavigationRequest ? 1 : 0;
        await page.Page.RouteAsync("**/jobs/events*", route => route.ContinueAsync(new() { Url = $"{restarted.Address}/jobs/events" }));

        await page.Page.GotoAsync("/docs/method.md");

        await Poll.UntilAsync(() => loads == 2);
        await page.UntilLoadedAsync();
        // The first event of the new page has arrived: it does not load it a third time.
        await restarted.CompletedAsync(await restarted.QueueAsync("""
            { "benchmark": "insert", "strategies": ["batch"], "targets": ["embedded"], "runs": 1, "warmups": 0,
              "options": { "items": 60, "payloadBytes": 500, "keys": 3 } }
            """));
        loads.ShouldBe(2);
    }

    [Fact]
    public async Task A_page_whose_reader_has_typed_something_is_not_loaded_again()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/docs/method.md");
        await page.Page.EvaluateAsync(
            "() => { globalThis.isSamePage = true; document.querySelector('main').append(document.createElement('input')); }");
        await page["main input"].FillAsync("nightly");

        await RenewAsync();
        (await page.Page.EvaluateAsync<bool>("globalThis.isSamePage === true")).ShouldBeTrue();

        await page["main input"].FillAsync("");
        await page["main input"].BlurAsync();
        await RenewAsync();
        await page.UntilAsync("globalThis.isSamePage !== true");

        Task RenewAsync() => page.Page.EvaluateAsync(
            "import('/js/renewal.js').then(({ renewAfterRestart }) => { renewAfterRestart('another'); })");
    }

    [Fact]
    public async Task The_page_of_an_interrupted_job_follows_it_when_it_is_resumed_in_another_window()
    {
        await using var app = new RunningApp();
        var id = await new StoredJob { State = JobState.Interrupted, Cases = [("batch", null, [0.1])] }.AddAsync(app.Folder, Ct);
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{id}");
        await Expect(page["main .btn:visible"].First).ToHaveTextAsync("Resume");
        await page.Page.EvaluateAsync("globalThis.isSamePage = true");

        await page.Page.EvaluateAsync(
            $$"""
            () => {
              document.dispatchEvent(new CustomEvent('running-job', { detail: null }));
              document.dispatchEvent(new CustomEvent('running-job', { detail: '{{id}}' }));
            }
            """);

        await page.UntilAsync("globalThis.isSamePage !== true");
    }

    [Fact]
    public async Task The_result_of_a_connection_test_that_waited_for_a_job_appears_without_a_reload()
    {
        await using var app = new RunningApp();
        var job = await app.QueueAsync("""
            { "benchmark": "insert", "strategies": ["batch"], "targets": ["embedded"], "runs": 100,
              "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
            """);
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{job}");
        await Expect(page[".strip-state .state"]).ToHaveTextAsync("running");
        await page.GotoAsync("/targets");
        await page["[data-target=embedded] form[action$='handler=Test'] button"].First.ClickAsync();
        await Expect(page["[data-target=embedded] [data-queued]"]).ToContainTextAsync("The test waits for the running job to end.");
        await page.Page.EvaluateAsync("globalThis.isSamePage = true");

        await app.CancelAsync(job);

        await Expect(page["[data-target=embedded] [data-round-trip]"]).ToBeVisibleAsync();
        await Expect(page["[data-target=embedded] [data-queued]"]).ToHaveCountAsync(0);
        (await page.Page.EvaluateAsync<bool>("globalThis.isSamePage === true")).ShouldBeTrue();
    }
}
