using System.Net.ServerSentEvents;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Live;

/// <summary>One connection to the events of a job or of the lists.</summary>
internal sealed class EventStream : IAsyncDisposable
{
    private readonly HttpResponseMessage _response;
    private readonly IAsyncEnumerator<SseItem<string>> _events;

    private EventStream(HttpResponseMessage response, Stream body)
    {
        _response = response;
        _events =
            SseParser.Create(body).EnumerateAsync(TestContext.Current.CancellationToken).GetAsyncEnumerator(TestContext.Current.CancellationToken);
    }

    public HttpResponseMessage Response => _response;

    public static Task<EventStream> OpenAsync(WebHost host, string job, string query = "") =>
        OpenAddressAsync(host, $"/api/jobs/{job}/events{query}");

    /// <summary>Opens the events of every page.</summary>
    public static Task<EventStream> OpenListsAsync(WebHost host) => OpenAddressAsync(host, "/jobs/events");

    /// <summary>Opens the events of the pages of a browser.</summary>
    /// <param name="jobs">The jobs whose pages are open.</param>
    public static Task<EventStream> OpenPagesAsync(WebHost host, params IEnumerable<string> jobs) =>
        OpenAddressAsync(host, $"/jobs/events?{string.Join('&', jobs.Select(job => $"job={job}"))}");

    private static async Task<EventStream> OpenAddressAsync(WebHost host, string address)
    {
        var response = await host.Client.GetAsync(address, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);
        return new EventStream(response.EnsureSuccessStatusCode(), await response.Content.ReadAsStreamAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>The next event; null when the server has closed the stream.</summary>
    public async Task<(string Type, JsonObject Data)?> NextAsync() =>
        await _events.MoveNextAsync() ? (_events.Current.EventType, JsonNode.Parse(_events.Current.Data)!.AsObject()) : null;

    /// <summary>Events up to and with the first of that type.</summary>
    public async Task<List<(string Type, JsonObject Data)>> UntilAsync(string type)
    {
        var events = new List<(string Type, JsonObject Data)>();
        while (events.Count == 0 || events[^1].Type != type)
        {
            events.Add(
                (await NextAsync()).ShouldNotBeNull($"The stream ended before {type}; there came {string.Join(", ", events.Select(e => e.Type))}."));
        }

        return events;
    }

    public async ValueTask DisposeAsync()
    {
        _response.Dispose();
        try
        {
            await _events.DisposeAsync();
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException)
        {
            // The test ended the connection.
        }
    }
}
