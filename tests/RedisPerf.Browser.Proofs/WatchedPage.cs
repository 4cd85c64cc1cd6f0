using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;
using Microsoft.Playwright;

namespace RedisPerf.Browser.Proofs;

/// <summary>A page that records its errors.</summary>
public sealed class WatchedPage : IAsyncDisposable
{
    /// <summary>Chromium cancels all requests when a network interface is added, as the tests with Docker do at the same time.
    /// The page repeats them.</summary>
    private const string NetworkChanged = "net::ERR_NETWORK_CHANGED";

    private readonly ConcurrentQueue<string> _complaints = new();

    public WatchedPage(IPage page)
    {
        Page = page;
        page.Console += (_, message) => Note(message.Type is "error" or "warning" && !message.Text.Contains(NetworkChanged, StringComparison.Ordinal),
            $"console {message.Type}: {message.Text}");
        page.PageError += (_, error) => Note(true, $"script: {error}");
        // A page that is closed during a fetch or an event stream aborts it.
        page.RequestFailed += (_, request) =>
            Note(request.Failure is not ("net::ERR_ABORTED" or NetworkChanged), $"{request.Failure}: {request.Url}");
        page.Response += (_, response) => Note(response.Status >= 400, $"{response.Status}: {response.Url}");
    }

    public IPage Page { get; }

    public IEnumerable<string> Complaints => _complaints;

    /// <summary>Without a shared worker, as in some browsers, a page has its own connection, whose requests a test can change.</summary>
    public Task RemoveSharedWorkerAsync() => Page.AddInitScriptAsync("delete globalThis.SharedWorker");

    public ILocator this[string selector] => Page.Locator(selector);

    /// <summary>Opens an address, and waits until the page has all its scripts: otherwise <c>reload.js</c> loads it again.</summary>
    public async Task<IResponse?> GotoAsync(string address)
    {
        IResponse? response;
        try
        {
            response = await Page.GotoAsync(address);
        }
        catch (PlaywrightException exception) when (exception.Message.Contains(NetworkChanged, StringComparison.Ordinal))
        {
            response = await Page.GotoAsync(address);
        }

        await UntilLoadedAsync();
        return response;
    }

    /// <summary>Waits until the page's address matches and its scripts have run. Playwright's WaitForURL misses a load that ends between
    /// its check and its wait (microsoft/playwright-dotnet, issue 3364).</summary>
    public async Task UntilAtAsync([StringSyntax(StringSyntaxAttribute.Regex)] string address)
    {
        await Assertions.Expect(Page).ToHaveURLAsync(new Regex(address));
        await UntilLoadedAsync();
    }

    /// <summary>Waits until the page has all its scripts.</summary>
    public Task UntilLoadedAsync() =>
        UntilAsync("document.readyState === 'complete' && sessionStorage.getItem(`reloads of ${location.pathname}`) === null");

    /// <summary>Waits until an expression is true. Playwright's WaitForFunction needs <c>eval</c>, which the pages do not allow.</summary>
    public Task UntilAsync(string expression) => Poll.UntilAsync(() => IsTrueAsync(expression));

    /// <summary>Pixels by which the page is wider than the window. Only a table may be wider, and it scrolls inside its frame.</summary>
    public Task<int> OverflowAsync() => Page.EvaluateAsync<int>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

    /// <summary>The same after a resize of the window. Charts adapt with a delay.</summary>
    public async Task<int> SettledOverflowAsync()
    {
        for (var look = 0; look < 50 && await OverflowAsync() > 0; look++)
        {
            await Task.Delay(200);
        }

        return await OverflowAsync();
    }

    public async ValueTask DisposeAsync() => await Page.Context.CloseAsync();

    private async Task<bool> IsTrueAsync(string expression)
    {
        try
        {
            return await Page.EvaluateAsync<bool>(expression);
        }
        catch (PlaywrightException exception) when (exception.Message.Contains("Execution context was destroyed", StringComparison.Ordinal))
        {
            // The page is loaded again at this moment.
            return false;
        }
    }

    private void Note(bool isComplaint, string text)
    {
        if (isComplaint)
        {
            _complaints.Enqueue(text);
        }
    }
}
