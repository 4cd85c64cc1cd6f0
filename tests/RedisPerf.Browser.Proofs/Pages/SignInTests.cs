using Microsoft.Extensions.DependencyInjection;
using Microsoft.Playwright;
using RedisPerf.Web.Live;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The sign-in expires while a page is open.</summary>
[Collection(BrowserTests.Name)]
public sealed class SignInTests(Stage stage) : IAsyncDisposable
{
    private const string Token = "0123456789abcdef0123456789abcdef";

    private readonly RunningApp _app = new(("RedisPerf:AccessToken", Token));

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    [Fact]
    public async Task A_list_leads_to_the_sign_in()
    {
        await using var page = await OpenAsync("/jobs");
        await page.Page.Context.ClearCookiesAsync();

        _app.Services.GetRequiredService<LiveLists>().Change();

        await page.UntilAtAsync("/sign-in");
    }

    [Fact]
    public async Task A_form_keeps_its_values()
    {
        await using var page = await OpenAsync("/schedules/new");
        await page.Page.Context.ClearCookiesAsync();

        await page["#name"].FillAsync("nightly");

        await Expect(page["#forecast"]).ToContainTextAsync("Your sign-in has expired.");
        await Expect(page["#name"]).ToHaveValueAsync("nightly");
    }

    private async Task<WatchedPage> OpenAsync(string address)
    {
        var page = await stage.OpenAsync(app: _app);
        await page.Page.GotoAsync(address);
        await page["#token"].FillAsync(Token);
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Sign in" }).ClickAsync();
        await page.UntilAtAsync($"{address}$");
        return page;
    }
}
