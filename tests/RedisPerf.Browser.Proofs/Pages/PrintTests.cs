using Microsoft.Playwright;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>Pages on paper: no controls, complete tables, dark text and charts on white also from the dark theme.</summary>
[Collection(BrowserTests.Name)]
public sealed class PrintTests(Stage stage)
{
    /// <summary>The width at which Chromium lays out A4 without margins, in pixels: it prints at 75%.</summary>
    private const int Paper = 937;

    [Theory]
    [InlineData("/jobs/{job}?columns=all")]
    [InlineData("/compare?base={job}&with={job}")]
    [InlineData("/jobs")]
    [InlineData("/articles")]
    [InlineData("/docs/method.md")]
    public async Task Paper_has_no_controls_and_whole_tables(string address)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(Paper, app: app, scheme: ColorScheme.Dark);
        await page.GotoAsync(address.Replace("{job}", $"{await JobAsync(app)}", StringComparison.Ordinal));

        await page.Page.EmulateMediaAsync(new() { Media = Media.Print });

        foreach (var control in new[] { "header.top", "button", "select:not(figcaption *)", "input", "summary:not(details[open] > summary)" })
        {
            (await page[control].EvaluateAllAsync<int>("elements => elements.filter((element) => element.checkVisibility()).length")).ShouldBe(
                0, control);
        }

        (await page.Page.EvaluateAsync<string[]>("() => [...document.querySelectorAll('.scroll')].filter((each) => each.checkVisibility() "
            + "&& getComputedStyle(each).overflow !== 'visible').map((each) => each.className)")).ShouldBeEmpty();
        (await page.Page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor")).ShouldBe("rgb(255, 255, 255)");
        (await page.Page.EvaluateAsync<string>("getComputedStyle(document.body).color")).ShouldBe("rgb(20, 24, 29)");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_chart_is_drawn_in_the_light_theme_while_it_is_printed()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app, scheme: ColorScheme.Dark);
        await page.GotoAsync($"/jobs/{await JobAsync(app)}");
        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", "9");
        const string TickColor = "Chart.getChart(document.querySelector('[data-chart=runs]')).options.scales.y.ticks.color";
        var onScreen = await page.Page.EvaluateAsync<string>(TickColor);
        await page.Page.EvaluateAsync($"() => addEventListener('beforeprint', () => {{ window.printed = {TickColor}; }})");

        (await page.Page.PdfAsync()).Length.ShouldBeGreaterThan(10_000);

        (await page.Page.EvaluateAsync<string>("window.printed")).ShouldBe("#5b6570");
        (await page.Page.EvaluateAsync<string>(TickColor)).ShouldBe(onScreen);
        onScreen.ShouldBe("#9aa4af");
        page.Complaints.ShouldBeEmpty();
    }

    private static Task<Guid> JobAsync(RunningApp app)
    {
        double[] level = [1.0, 1.01, 0.99];
        return new StoredJob { Cases = [("multi-exec", null, level), ("batch", null, level), ("floor", null, level)] }.AddAsync(app.Folder, Ct);
    }
}
