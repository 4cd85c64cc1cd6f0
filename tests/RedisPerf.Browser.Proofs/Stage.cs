using Microsoft.Playwright;

namespace RedisPerf.Browser.Proofs;

/// <summary>One running program and one browser for all tests: both take longer to start than a test to run.</summary>
public sealed class Stage : IAsyncLifetime
{
    /// <summary>Milliseconds that a page may take for anything. A page that waits for the CPU is not broken: the other test modules
    /// run at the same time.</summary>
    public const int Patience = 180_000;

    private const string NoChromium = "No Chromium was found on this machine; set CHROMIUM to one.";

    private RunningApp? _app;
    private IPlaywright? _playwright;
    private IBrowser? _browser;
    private FinishedJobs? _jobs;

    public async ValueTask InitializeAsync()
    {
        if (Chromium.ExecutablePath is not { } path)
        {
            return;
        }

        Assertions.SetDefaultExpectTimeout(Patience);
        _app = new RunningApp();
        _jobs = new FinishedJobs(_app);
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new()
        {
            ExecutablePath = path,
            // No process that waits for a page of another site: each page would start one, which takes 0.2 s of CPU time.
            Args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
                "--disable-features=SpareRendererForSitePerProcess"],
        });
    }

    /// <summary>Replaces <c>{insert}</c>, <c>{mget}</c> or <c>{profiled}</c> in an address with the id of that finished job.</summary>
    public async Task<string> AddressAsync(string pattern)
    {
        Assert.SkipWhen(_jobs is null, NoChromium);
        foreach (var job in FinishedJobs.Names.Where(name => pattern.Contains($"{{{name}}}", StringComparison.Ordinal)))
        {
            pattern = pattern.Replace($"{{{job}}}", $"{await _jobs.OfAsync(job)}", StringComparison.Ordinal);
        }

        return pattern;
    }

    /// <summary>A fresh profile with one page; skips the test on a machine without Chromium.</summary>
    public async Task<WatchedPage> OpenAsync(int width = 1280, bool javaScript = true, RunningApp? app = null, ColorScheme scheme = ColorScheme.Light)
    {
        Assert.SkipWhen(_browser is null, NoChromium);
        var context = await _browser.NewContextAsync(new()
        {
            BaseURL = (app ?? _app!).Address,
            ViewportSize = new() { Width = width, Height = 900 },
            JavaScriptEnabled = javaScript,
            ColorScheme = scheme,
        });
        context.SetDefaultTimeout(Patience);
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
