using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;
using Microsoft.Playwright;

namespace RedisPerf.Browser.Tests;

/// <summary>A page that remembers everything that went wrong on it.</summary>
public sealed class WatchedPage : IAsyncDisposable
{
    private readonly ConcurrentQueue<string> _complaints = new();

    public WatchedPage(IPage page)
    {
        Page = page;
        page.Console += (_, message) => Note(message.Type is "error" or "warning", $"console {message.Type}: {message.Text}");
        page.PageError += (_, error) => Note(true, $"script: {error}");
        // A page that is left in the middle of its events or of a fetch cuts them off itself.
        page.RequestFailed += (_, request) => Note(request.Failure != "net::ERR_ABORTED", $"{request.Failure}: {request.Url}");
        page.Response += (_, response) => Note(response.Status >= 400, $"{response.Status}: {response.Url}");
    }

    public IPage Page { get; }

    public IEnumerable<string> Complaints => _complaints;

    public ILocator this[string selector] => Page.Locator(selector);

    /// <summary>
    /// Waits until the page's address matches. Playwright's WaitForURL may miss the load that it waits for, when it comes in
    /// the moment between a look and the wait (microsoft/playwright-dotnet, issue 3364).
    /// </summary>
    public Task UntilAtAsync([StringSyntax(StringSyntaxAttribute.Regex)] string address) =>
        Assertions.Expect(Page).ToHaveURLAsync(new Regex(address), new() { Timeout = 30_000 });

    /// <summary>Pixels by which the page is wider than the window; only tables may be, inside their own frame.</summary>
    public Task<int> OverflowAsync() => Page.EvaluateAsync<int>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

    /// <summary>The same after a change of the window's size: charts take theirs in a moment of their own.</summary>
    public async Task<int> SettledOverflowAsync()
    {
        for (var look = 0; look < 50 && await OverflowAsync() > 0; look++)
        {
            await Task.Delay(200);
        }

        return await OverflowAsync();
    }

    public async ValueTask DisposeAsync() => await Page.Context.CloseAsync();

    private void Note(bool isComplaint, string text)
    {
        if (isComplaint)
        {
            _complaints.Enqueue(text);
        }
    }
}
