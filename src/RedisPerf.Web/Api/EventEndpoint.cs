using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>A job's live events. The first event of every connection is the whole job, so a client that reconnects misses nothing.</summary>
internal static class EventEndpoint
{
    /// <summary>The type of a stream of events, which has no end while its job runs.</summary>
    public const string ContentType = "text/event-stream";

    private static readonly TimeSpan PingEvery = TimeSpan.FromSeconds(10);

    public static void MapEvents(this IEndpointRouteBuilder api) =>
        api.MapGet("/jobs/{id}/events", ConnectAsync)
            .Produces<string>(StatusCodes.Status200OK, ContentType)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("The job's events, live");

    // The page of the job requests view=page: formatted rows, and a snapshot with the data of its charts. Its HTML contains the
    // first runs of the job.
    private static async Task<IResult> ConnectAsync(
        string id, string? view, int? runs, HttpContext http, JobLedger ledger, LiveJobs jobs, JobsElsewhere elsewhere, Catalogue catalogue,
        LiveFeed feed, LiveLists lists, TimeProvider time, IHostApplicationLifetime lifetime, CancellationToken ct)
    {
        if (!Guid.TryParse(id, out var known) || await ledger.FindJobAsync(known, ct) is not { } job)
        {
            return Problems.NoSuchJob(id);
        }

        http.Response.Headers["X-Accel-Buffering"] = "no";
        var info = catalogue.Find(job.Request.Benchmark)?.Info;
        return TypedResults.ServerSentEvents(
            FollowAsync(known, view == "page", runs, info, jobs, elsewhere, feed, lists, time, lifetime.ApplicationStopping, ct));
    }

    private static async IAsyncEnumerable<SseItem<string>> FollowAsync(
        Guid id, bool isPage, int? knownRuns, BenchmarkInfo? info, LiveJobs jobs, JobsElsewhere elsewhere, LiveFeed feed, LiveLists lists,
        TimeProvider time, CancellationToken stopping, [EnumeratorCancellation] CancellationToken ct)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stopping, ct);

        // Subscribed before the snapshot is read: an event in between comes twice rather than never.
        using var subscription = feed.Subscribe(id, isPage);
        await elsewhere.FollowAsync(id, ct);
        if (await jobs.FindAsync(id, ct) is not { } job)
        {
            yield break;
        }

        yield return Item(isPage ? LiveEvents.Snapshot(ChartDocument.Of(job, info)) : LiveEvents.Snapshot(job));
        if (job.State is not (JobState.Queued or JobState.Running))
        {
            yield return Item(LiveEvents.End(job.State, job.Error, job.EndedAt));
            yield break;
        }

        if (job.State == JobState.Running)
        {
            yield return Item(LiveEvents.Findings(job, info));
        }
        else if (isPage)
        {
            yield return Item(LiveEvents.Page(PageTexts.Of(job, info, lists.Running)));
        }

        foreach (var catchUp in isPage ? (jobs.Find(id) ?? elsewhere.Find(id))?.CatchUp(knownRuns) ?? [] : [])
        {
            yield return Item(catchUp);
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

    /// <returns>The next event; a ping after ten seconds without one; null when the connection ends.</returns>
    private static async Task<LiveEvent?> NextAsync(LiveSubscription subscription, TimeProvider time, CancellationToken ct)
    {
        if (!await StreamWait.UntilPingAsync(quiet => subscription.Events.WaitToReadAsync(quiet).AsTask(), PingEvery, time, ct))
        {
            return ct.IsCancellationRequested ? null : LiveEvents.Ping;
        }

        return subscription.Events.TryRead(out var liveEvent) ? liveEvent : null;
    }

    private static SseItem<string> Item(LiveEvent liveEvent) => new(JsonSerializer.Serialize(liveEvent.Data, DocumentJson.Options), liveEvent.Type);
}
