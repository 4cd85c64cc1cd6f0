using Deque.AxeCore.Commons;
using Deque.AxeCore.Playwright;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The explanation of a term opens with the keyboard and without JavaScript, and fits a telephone.</summary>
[Collection(BrowserTests.Name)]
public sealed class HelpTests(Stage stage)
{
    private static readonly double[] Level = [1.0, 1.01, 0.99];

    [Theory]
    [InlineData(1280, true)]
    [InlineData(390, false)]
    public async Task The_keyboard_opens_and_closes_an_explanation(int width, bool javaScript)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width, javaScript, app);
        await page.GotoAsync($"/jobs/{await JobAsync(app)}");
        var text = page["#term-floor"];
        await Expect(text).ToBeHiddenAsync();

        await page["th[data-column=floor] .term"].FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");

        await Expect(text).ToBeVisibleAsync();
        await Expect(text).ToContainTextAsync("lower bound");
        var box = (await text.BoundingBoxAsync()).ShouldNotBeNull();
        box.X.ShouldBeGreaterThanOrEqualTo(0);
        (box.X + box.Width).ShouldBeLessThanOrEqualTo(width);
        box.Width.ShouldBeGreaterThan(200);
        (await page.OverflowAsync()).ShouldBe(0);
        await page.Page.Keyboard.PressAsync("Tab");
        (await page.Page.EvaluateAsync<string>("document.activeElement.textContent")).ShouldBe("More in the documentation");
        await page.Page.Keyboard.PressAsync("Escape");
        await Expect(text).ToBeHiddenAsync();
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task An_open_explanation_has_nothing_serious_for_axe_and_its_link_leads_to_the_section()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{await JobAsync(app)}");
        await page[".verdict-card .term"].First.ClickAsync();

        (await page.Page.RunAxe(new AxeRunOptions { ResultTypes = [ResultType.Violations] })).Violations
            .Where(violation => violation.Impact is "serious" or "critical")
            .Select(violation => violation.Help).ShouldBeEmpty();
        await page[".term-text:popover-open a"].ClickAsync();

        await page.UntilAtAsync("/docs/method.md#figures");
        await Expect(page["#figures"]).ToBeInViewportAsync();
        page.Complaints.ShouldBeEmpty();
    }

    private static Task<Guid> JobAsync(RunningApp app) =>
        new StoredJob { Cases = [("multi-exec", null, Level), ("batch", null, Level), ("floor", null, [0.5, 0.51, 0.49])] }.AddAsync(app.Folder, Ct);
}
