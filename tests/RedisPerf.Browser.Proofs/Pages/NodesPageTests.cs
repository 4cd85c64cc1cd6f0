using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

[Collection(BrowserTests.Name)]
public sealed class NodesPageTests(Stage stage)
{
    [Fact]
    public async Task An_open_page_shows_the_job_that_a_node_executes_and_its_end()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync("/nodes");
        var job = page["[data-node] a[href^='/jobs/']"];
        await Expect(job).ToHaveCountAsync(0);

        var id = await app.QueueAsync("""{ "benchmark": "insert", "strategies": ["batch"], "targets": """
            + """["embedded"], "runs": 100, "warmups": 0, "options": { "items": 300 } }""");

        await Expect(job).ToHaveAttributeAsync("href", $"/jobs/{id}");
        await Expect(job).ToContainTextAsync("#1 insert");
        await app.CancelAsync(id);
        await Expect(job).ToHaveCountAsync(0);
        page.Complaints.ShouldBeEmpty();
    }
}
