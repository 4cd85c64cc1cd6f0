using Microsoft.Playwright;

namespace RedisPerf.Browser.Tests;

/// <summary>One running program and one browser for all tests: both take longer to start than a test to run.</summary>
public sealed class Stage : IAsyncLifetime
{
    private RunningApp? _app;
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    public async ValueTask InitializeAsync()
    {
        if (Chromium.ExecutablePath is not { } path)
        {
            return;
        }

        _app = new RunningApp();
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new()
        {
            ExecutablePath = path,
            Args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run"],
        });
    }

    /// <summary>A fresh profile with one page; skips the test where there is no Chromium.</summary>
    public async Task<WatchedPage> OpenAsync(int width = 1280, bool javaScript = true, RunningApp? app = null)
    {
        Assert.SkipWhen(_browser is null, "No Chromium was found on this machine; set CHROMIUM to one.");
        var context = await _browser.NewContextAsync(new()
        {
            BaseURL = (app ?? _app!).Address,
            ViewportSize = new() { Width = width, Height = 900 },
            JavaScriptEnabled = javaScript,
        });
        return new WatchedPage(await context.NewPageAsync());
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
        if (_app is not null)
        {
            await _app.DisposeAsync();
        }
    }
}
