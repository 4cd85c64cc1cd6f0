using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Tests.Pages;

[Collection(BrowserTests.Name)]
public sealed class EveryPageTests(Stage stage)
{
    [Theory]
    [InlineData("/", 390)]
    [InlineData("/", 1280)]
    [InlineData("/", 2560)]
    [InlineData("/jobs", 390)]
    [InlineData("/jobs", 1280)]
    [InlineData("/articles", 390)]
    [InlineData("/articles", 1280)]
    [InlineData("/targets", 390)]
    [InlineData("/targets", 1280)]
    [InlineData("/compare", 390)]
    [InlineData("/compare", 1280)]
    [InlineData("/source/insert/batch", 390)]
    public async Task Fits_the_window_and_has_no_trouble(string address, int width)
    {
        await using var page = await stage.OpenAsync(width);

        await page.Page.GotoAsync(address);

        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_chosen_theme_stays()
    {
        await using var page = await stage.OpenAsync();
        await page.Page.GotoAsync("/");
        await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", "light");

        await page["[data-theme-switch]"].ClickAsync();
        await page["[data-theme-switch]"].ClickAsync();
        await page.Page.GotoAsync("/jobs");

        await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", "dark");
    }

    [Fact]
    public async Task An_unknown_address_gets_a_sentence_and_a_way_on()
    {
        await using var page = await stage.OpenAsync();

        await page.Page.GotoAsync("/jobs/00000000-0000-0000-0000-000000000000");

        await Expect(page["h1"]).ToHaveTextAsync("There is nothing at this address.");
        await Expect(page["main"]).ToContainTextAsync("trace id");
        await Expect(page["main a[href='/']"]).ToBeVisibleAsync();
    }
}
