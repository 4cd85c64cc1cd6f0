using System.Runtime.CompilerServices;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>A script of a page cannot be loaded.</summary>
[Collection(BrowserTests.Name)]
public sealed class ReloadTests(Stage stage)
{
    [Fact]
    public async Task A_page_whose_module_was_not_loaded_is_loaded_again()
    {
        await using var page = await stage.OpenAsync();
        var attempts = await AbortAsync(page, attempt => attempt == 1);

        await page.Page.GotoAsync("/jobs");

        await Poll.UntilAsync(() => attempts.Value >= 2);
        await page.UntilLoadedAsync();
        attempts.Value.ShouldBe(2);
    }

    [Fact]
    public async Task A_page_whose_module_is_never_loaded_is_loaded_four_times()
    {
        await using var page = await stage.OpenAsync();
        var attempts = await AbortAsync(page, _ => true);

        await page.Page.GotoAsync("/jobs");

        await Poll.UntilAsync(() => attempts.Value >= 4);
        await Task.Delay(2_500, Ct);
        attempts.Value.ShouldBe(4);
        (await page["h1"].InnerTextAsync()).ShouldBe("Jobs");
    }

    // A module that another one imports: the error is that of the other one's element.
    private static async Task<StrongBox<int>> AbortAsync(WatchedPage page, Func<int, bool> isAborted)
    {
        var attempts = new StrongBox<int>();
        await page.Page.RouteAsync(
            "**/js/lists.js", route => isAborted(Interlocked.Increment(ref attempts.Value)) ? route.AbortAsync() : route.ContinueAsync());
        return attempts;
    }
}
