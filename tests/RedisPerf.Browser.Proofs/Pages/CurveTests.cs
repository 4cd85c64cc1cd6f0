using System.Globalization;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>A swept benchmark has a curve next to its table.</summary>
[Collection(BrowserTests.Name)]
public sealed class CurveTests(Stage stage)
{
    [Theory]
    [InlineData("mget")]
    [InlineData("online-users")]
    [InlineData("pipelining")]
    [InlineData("list-push")]
    [InlineData("load")]
    public async Task A_quick_look_ends_with_a_dot_for_every_case_that_has_a_point(string benchmark)
    {
        await using var page = await stage.OpenAsync(width: 390);
        await page.GotoAsync($"/?benchmark={benchmark}&preset=quick-look");
        await page["#runs"].FillAsync("1");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/]+$");

        await Expect(page[".strip-state"]).ToHaveTextAsync("completed");
        await Expect(page["[data-chart=curve]"]).ToBeVisibleAsync();
        // Drawn from the events so far; a page that is loaded later draws the same.
        var points = page["[data-summary] tr[data-case]:not([data-point=''])"];
        await Expect(points.Nth(3)).ToBeVisibleAsync();
        var live = await page["[data-job]"].GetAttributeAsync("data-points");
        await page.Page.ReloadAsync();
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", (await points.CountAsync()).ToString(CultureInfo.InvariantCulture));
        live.ShouldBe(await page["[data-job]"].GetAttributeAsync("data-points"));

        // Each figure of the benchmark can be drawn, on either scale.
        foreach (var button in await page["[data-scale=linear]"].AllAsync())
        {
            await button.ClickAsync();
            await Expect(button).ToHaveAttributeAsync("aria-pressed", "true");
        }

        var measures = await page["[data-measure] option"].EvaluateAllAsync<string[]>("options => options.map((option) => option.value)");
        measures.Length.ShouldBeGreaterThan(2);
        foreach (var measure in measures)
        {
            await page["[data-measure]"].SelectOptionAsync(measure);
        }

        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }
}
