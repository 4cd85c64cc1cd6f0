using Deque.AxeCore.Commons;
using Deque.AxeCore.Playwright;
using Microsoft.Playwright;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The answer card in a browser: on a telephone, in both themes, without JavaScript, and on paper.</summary>
[Collection(BrowserTests.Name)]
public sealed class AnswerCardTests(Stage stage)
{
    private const int PhoneWidth = 390;
    private const int PhoneHeight = 844;

    // Seven strategies, as in the default job, of which two are not decided.
    private static StoredJob Job { get; } = new()
    {
        Cases =
        [
            ("multi-exec", null, [1.9, 1.92, 1.88]), ("hset", null, [0.99, 1.0, 0.98]), ("batch", null, [1.5, 2.2, 1.8]),
            ("gzip", null, [8.0, 8.1, 7.9]), ("messagepack", null, [2.5, 2.52, 2.48]), ("gzip-messagepack", null, [6.5, 6.4, 6.6]),
            ("lua", null, [1.7, 2.3, 1.9]),
        ],
    };

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task On_a_telephone_the_answer_and_its_scale_are_on_the_first_screen_and_nothing_overflows(ColorScheme scheme)
    {
        await using var app = new RunningApp();
        var id = await Job.AddAsync(app.Folder, Ct);
        await using var page = await stage.OpenAsync(PhoneWidth, app: app, scheme: scheme);
        await page.Page.SetViewportSizeAsync(PhoneWidth, PhoneHeight);
        await page.GotoAsync($"/jobs/{id}");

        var chart = page[".answer-chart"];
        await Expect(chart).ToBeVisibleAsync();
        (await page.OverflowAsync()).ShouldBe(0);
        var box = (await chart.BoundingBoxAsync()).ShouldNotBeNull();
        (box.Y + box.Height).ShouldBeLessThan(PhoneHeight, "the scale ends on the first screen");
        (await chart.EvaluateAsync<double>("svg => Math.max(...[...svg.querySelectorAll('text')].map((text) => text.getBoundingClientRect().right))"))
            .ShouldBeLessThanOrEqualTo(PhoneWidth);
        (await chart.EvaluateAsync<double>("svg => Math.min(...[...svg.querySelectorAll('text')].map((text) => text.getBoundingClientRect().left))"))
            .ShouldBeGreaterThanOrEqualTo(0);
        (await chart.EvaluateAsync<int>(Collisions)).ShouldBe(0, "names and words of a row do not overlap");
        var axe = await page.Page.RunAxe(new AxeRunOptions { ResultTypes = [ResultType.Violations] });
        axe.Violations.Where(violation => violation.Impact is "serious" or "critical").Select(violation => violation.Id).ShouldBeEmpty();
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_answer_needs_no_JavaScript()
    {
        await using var app = new RunningApp();
        var id = await Job.AddAsync(app.Folder, Ct);
        await using var page = await stage.OpenAsync(javaScript: false, app: app);

        await page.GotoAsync($"/jobs/{id}");

        await Expect(page[".verdict-card .answer"]).ToHaveTextAsync("hset is 1.92× as fast as multi-exec");
        (await page[".answer-chart g"].CountAsync()).ShouldBe(7);
        await page[".verdict-card .why summary"].ClickAsync();
        await Expect(page[".verdict-card .why table"]).ToBeVisibleAsync();
    }

    [Theory]
    [InlineData("embedded")]
    [InlineData("embedded", "staging")]
    [InlineData("embedded", "local-redis-7", "staging")]
    [InlineData("embedded", "local-redis-7", "local-valkey", "staging")]
    public async Task The_report_prints_on_two_pages(params string[] targets)
    {
        await using var app = new RunningApp();
        var id = await (Job with { Targets = targets, Machine = "bench-1", Disturbed = 9 }).AddAsync(app.Folder, Ct);
        await using var page = await stage.OpenAsync(app: app);
        using var client = app.Connect();
        // The script of a page of the program could load that page again.
        await page.Page.GotoAsync("about:blank");
        await page.Page.SetContentAsync(await client.GetStringAsync($"/api/jobs/{id}/report.html", Ct));

        var pdf = System.Text.Encoding.Latin1.GetString(await page.Page.PdfAsync(new() { Format = "A4" }));

        System.Text.RegularExpressions.Regex.Count(pdf, @"/Type\s*/Page\b").ShouldBeInRange(1, 2);
        await Expect(page[".answer-chart"].First).ToBeVisibleAsync();
        await Expect(page[".lanes-svg"].First).ToBeVisibleAsync();
        await Expect(page[".rounds li"]).ToHaveTextAsync(["⚠ 1", "⚠ 2", "⚠ 3"]);
    }

    private const string Collisions = """
        svg => [...svg.querySelectorAll('g')].filter((row) => {
          const [name, words] = [...row.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
          return name.right > words.left;
        }).length
        """;
}
