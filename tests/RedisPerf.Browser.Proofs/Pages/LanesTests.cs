using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The lanes of a running job, from its first slice to the chart of the finished job.</summary>
[Collection(BrowserTests.Name)]
public sealed class LanesTests(Stage stage)
{
    // Slices of about 16 MB: a job of some seconds whose first round takes several turns.
    private const string Job = """
        {"benchmark":"insert","strategies":["multi-exec","hset"],"targets":["embedded"],"runs":3,"options":{"items":6000,"payloadBytes":32768}}
        """;

    [Fact]
    public async Task The_first_dots_and_the_lead_come_before_the_first_run_and_the_rows_stay_when_the_job_ends()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await app.QueueAsync(Job);
        await page.GotoAsync($"/jobs/{id}");

        await page.UntilAsync("Number(document.querySelector('[data-job]').dataset.dots) > 0");
        (await page["[data-job]"].GetAttributeAsync("data-points")).ShouldBe("0", "no run has ended yet");
        await Expect(page["[data-lanes-note]"]).ToBeVisibleAsync();
        await page.UntilAsync("document.querySelector('[data-lead]').textContent.includes('so far')");
        await Expect(page["[data-lead]"]).ToContainTextAsync("as fast as");
        var names = await LanesAsync(page);
        names.ShouldBe(["multi-exec", "hset", "floor"]);

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-state", "completed");
        (await LanesAsync(page)).ShouldBe(names);
        await Expect(page["[data-lanes-note]"]).ToBeHiddenAsync();
        await Expect(page["[data-lead]"]).ToHaveCountAsync(0);

        // The last events can come in the frame after the end.
        await using var ended = await stage.OpenAsync(app: app);
        await ended.GotoAsync($"/jobs/{id}");
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-dots", (await ended["[data-job]"].GetAttributeAsync("data-dots"))!);
        (await LanesAsync(ended)).ShouldBe(names);
        ended.Complaints.ShouldBeEmpty();
        page.Complaints.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(390, true)]
    [InlineData(1280, false)]
    [InlineData(2560, false)]
    public async Task The_lanes_keep_their_place_when_the_answer_replaces_the_answer_so_far(int width, bool isBelowTheScreen)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width, app: app);
        await page.GotoAsync($"/jobs/{await app.QueueAsync(Job)}");
        await page.UntilAsync("document.querySelector('[data-lead]').textContent.includes('so far')");
        await Expect(page[".so-far .answer-chart g"]).ToHaveCountAsync(2);
        if (isBelowTheScreen)
        {
            await page["[data-lanes-figure]"].EvaluateAsync("figure => figure.scrollIntoView()");
        }

        var before = await TopAsync(page);

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-state", "completed");
        await Expect(page[".verdict-card .why"]).ToBeVisibleAsync();

        (await TopAsync(page)).ShouldBe(before, 8);
        page.Complaints.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    [InlineData(2560)]
    public async Task The_lanes_of_a_running_job_fit_the_page(int width)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width, app: app, scheme: ColorScheme.Dark);
        var id = await app.QueueAsync(Job);
        await page.GotoAsync($"/jobs/{id}");

        await page.UntilAsync("Number(document.querySelector('[data-job]').dataset.dots) > 4");
        (await page.SettledOverflowAsync()).ShouldBe(0);
        var cut = await page.Page.EvaluateAsync<string[]>(
            "[...document.querySelectorAll('.lane-use')].filter((use) => use.scrollWidth > use.clientWidth + 1).map((use) => use.textContent)");
        cut.ShouldBeEmpty();
        await app.CancelAsync(id);
        page.Complaints.ShouldBeEmpty();
    }

    private static Task<double> TopAsync(WatchedPage page) =>
        page.Page.EvaluateAsync<double>("document.querySelector('[data-lanes-figure]').getBoundingClientRect().top");

    private static Task<string[]> LanesAsync(WatchedPage page) =>
        page.Page.EvaluateAsync<string[]>("[...document.querySelectorAll('[data-lane] .name')].map((name) => name.textContent)");
}
