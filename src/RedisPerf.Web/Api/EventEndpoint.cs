using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>A job's events as they happen. The first on every connection is the whole job, so nobody misses anything by being away.</summary>
internal static class EventEndpoint
{
    private static readonly TimeSpan PingEvery = TimeSpan.FromSeconds(10);

    public static void MapEvents(this IEndpointRouteBuilder api) =>
        api.MapGet("/jobs/{id}/events", ConnectAsync)
            .Produces<string>(StatusCodes.Status200OK, "text/event-stream")
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("The job's events, live");

    private static async Task<IResult> ConnectAsync(string id, HttpContext http, JobLedger ledger, Catalogue catalogue, LiveFeed feed, TimeProvider time, IHostApplicationLifetime lifetime, CancellationToken ct)
    {
        if (!Guid.TryParse(id, out var known) || await ledger.FindAsync(known, ct) is null)
        {
            return Problems.NoSuchJob(id);
        }

        http.Response.Headers["X-Accel-Buffering"] = "no";
        return TypedResults.ServerSentEvents(FollowAsync(known, ledger, catalogue, feed, time, lifetime.ApplicationStopping, ct));
    }

    private static async IAsyncEnumerable<SseItem<string>> FollowAsync(
        Guid id, JobLedger ledger, Catalogue catalogue, LiveFeed feed, TimeProvider time, CancellationToken stopping, [EnumeratorCancellation] CancellationToken ct)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stopping, ct);

        // Subscribed before the snapshot is read: what happens in between comes twice rather than never.
        using var subscription = feed.Subscribe(id);
        if (await ledger.FindAsync(id, ct) is not { } job)
        {
            yield break;
        }

        yield return Item(LiveEvents.Snapshot(job));
        if (job.State is not (JobState.Queued or JobState.Running))
        {
            yield return Item(LiveEvents.End(job));
            yield break;
        }

        if (job.State == JobState.Running)
        {
            yield return Item(LiveEvents.Findings(job, catalogue));
        }

        while (!ending.IsCancellationRequested)
        {
            var next = await NextAsync(subscription, time, ending.Token);
            if (next is null)
            {
                yield break;
            }

            yield return Item(next);
            if (next.Type == LiveEvents.EndType)
            {
                yield break;
            }
        }
    }

    /// <returns>The next event, a ping when there was none for a while, null when the connection is to end.</returns>
    private static async Task<LiveEvent?> NextAsync(LiveSubscription subscription, TimeProvider time, CancellationToken ct)
    {
        using var ping = new CancellationTokenSource(PingEvery, time);
        using var quiet = CancellationTokenSource.CreateLinkedTokenSource(ct, ping.Token);
        try
        {
            return await subscription.Events.WaitToReadAsync(quiet.Token) && subscription.Events.TryRead(out var liveEvent) ? liveEvent : null;
        }
        catch (OperationCanceledException)
        {
            return ct.IsCancellationRequested ? null : LiveEvents.Ping;
        }
    }

    private static SseItem<string> Item(LiveEvent liveEvent) => new(JsonSerializer.Serialize(liveEvent.Data, DocumentJson.Options), liveEvent.Type);
}
