using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>The events of every page that is open: the running job, the number of open alerts, and the version of the lists.</summary>
internal static class ListEventEndpoint
{
    private static readonly TimeSpan PingEvery = TimeSpan.FromSeconds(15);

    /// <summary>Changes within this time are one event.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    public static void MapListEvents(this IEndpointRouteBuilder app) =>
        app.MapGet("/jobs/events",
            (HttpContext http, LiveLists lists, AlertLedger alerts, TimeProvider time, IHostApplicationLifetime lifetime, CancellationToken ct) =>
                {
                    http.Response.Headers["X-Accel-Buffering"] = "no";
                    return TypedResults.ServerSentEvents(FollowAsync(lists, alerts, time, lifetime.ApplicationStopping, ct));
                })
            .ExcludeFromDescription();

    private static async IAsyncEnumerable<SseItem<string>> FollowAsync(
        LiveLists lists, AlertLedger alerts, TimeProvider time, CancellationToken stopping, [EnumeratorCancellation] CancellationToken ct)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stopping, ct);

        // Watched before the state is read: a change in between is sent twice and not lost.
        using var watcher = lists.Watch();
        long? sent = null;
        var open = 0;
        while (!ending.IsCancellationRequested)
        {
            if (lists.Version is var version && version != sent)
            {
                sent = version;
                open = await alerts.CountOpenAsync(ct);
            }

            yield return new(JsonSerializer.Serialize(new { version, lists.Running, Alerts = open }, ModelJson.Options), "lists");
            await Task.Delay(Pause, time, ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            while (!await StreamWait.UntilPingAsync(watcher.WaitAsync, PingEvery, time, ending.Token) && !ending.IsCancellationRequested)
            {
                yield return new("{}", LiveEvents.Ping.Type);
            }
        }
    }
}
