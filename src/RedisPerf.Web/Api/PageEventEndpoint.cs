using System.Globalization;
using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Threading.Channels;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>The events of all open pages of a browser in one stream, because a browser has at most six connections to a server: the running
/// job, the number of open alerts and the version of the lists, for every page, and the events of the jobs whose pages are open.</summary>
internal static class PageEventEndpoint
{
    /// <summary>Jobs of one stream at most. A stream with more of them is refused.</summary>
    private const int MaximumJobs = 50;

    private static readonly TimeSpan PingEvery = TimeSpan.FromSeconds(15);

    /// <summary>Changes within this time are one event.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    public static void MapPageEvents(this IEndpointRouteBuilder app) => app.MapGet("/jobs/events", Connect).ExcludeFromDescription();

    /// <param name="job">The jobs: the id, and after a dot the number of runs that the page has already, if it is known.</param>
    private static IResult Connect(
        string[]? job, HttpContext http, LiveLists lists, AlertLedger alerts, JobEvents events, TimeProvider time, IHostApplicationLifetime lifetime,
        CancellationToken ct)
    {
        var jobs = (job ?? []).Select(JobOf).OfType<WatchedJob>().DistinctBy(watched => watched.Id).ToArray();
        if (jobs.Length > MaximumJobs)
        {
            return TypedResults.Problem($"A stream has at most {MaximumJobs} jobs.", statusCode: StatusCodes.Status400BadRequest);
        }

        http.Response.Headers["X-Accel-Buffering"] = "no";
        return TypedResults.ServerSentEvents(MergeAsync(
            ending => [ListsAsync(lists, alerts, time, ending), .. jobs.Select(watched => JobAsync(watched, events, ending))],
            lifetime.ApplicationStopping, ct));
    }

    private static WatchedJob? JobOf(string text) =>
        text.Split('.') is [var id, .. var rest] && Guid.TryParse(id, out var known)
            ? new(known, rest is [var runs] && int.TryParse(runs, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null)
            : null;

    /// <summary>The events of all sources, until the connection or a source ends. A job that has ended is not the end of its source.</summary>
    private static async IAsyncEnumerable<SseItem<string>> MergeAsync(
        Func<CancellationToken, IAsyncEnumerable<SseItem<string>>[]> open, CancellationToken stopping, [EnumeratorCancellation] CancellationToken ct)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stopping, ct);
        var merged = Channel.CreateBounded<SseItem<string>>(1);
        var sources = open(ending.Token).Select(source => PassAsync(source, merged.Writer, ending.Token)).ToArray();
        try
        {
            await foreach (var item in merged.Reader.ReadAllAsync(CancellationToken.None))
            {
                yield return item;
            }
        }
        finally
        {
            await ending.CancelAsync();
            await Task.WhenAll(sources);
        }
    }

    private static async Task PassAsync(IAsyncEnumerable<SseItem<string>> source, ChannelWriter<SseItem<string>> merged, CancellationToken ct)
    {
        try
        {
            await foreach (var item in source.WithCancellation(ct))
            {
                await merged.WriteAsync(item, ct);
            }

            merged.TryComplete();
        }
        catch (OperationCanceledException)
        {
            merged.TryComplete();
        }
        catch (ChannelClosedException)
        {
            // Another source has ended the stream.
        }
        catch (Exception exception)
        {
            merged.TryComplete(exception);
        }
    }

    private static async IAsyncEnumerable<SseItem<string>> JobAsync(
        WatchedJob job, JobEvents events, [EnumeratorCancellation] CancellationToken ct)
    {
        var isMissing = true;
        await foreach (var next in events.FollowAsync(job.Id, isPage: true, job.KnownRuns, ct))
        {
            isMissing = false;
            yield return Item(job.Id, next);
            if (next.Type == LiveEvents.EndType)
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, ct);
            }
        }

        if (isMissing)
        {
            yield return Item(job.Id, new("missing", new { }));
            await Task.Delay(Timeout.InfiniteTimeSpan, ct);
        }
    }

    private static SseItem<string> Item(Guid job, LiveEvent next) =>
        next == LiveEvents.Ping
            ? new("{}", next.Type)
            : new(JsonSerializer.Serialize(new { Job = job, Name = next.Type, next.Data }, DocumentJson.Options), "job");

    private static async IAsyncEnumerable<SseItem<string>> ListsAsync(
        LiveLists lists, AlertLedger alerts, TimeProvider time, [EnumeratorCancellation] CancellationToken ct)
    {
        // Watched before the state is read: a change in between is sent twice and not lost.
        using var watcher = lists.Watch();
        long? sent = null;
        var open = 0;
        while (!ct.IsCancellationRequested)
        {
            if (lists.Version is var version && version != sent)
            {
                sent = version;
                open = await alerts.CountOpenAsync(ct);
            }

            yield return new(JsonSerializer.Serialize(new { version, lists.Instance, lists.Running, Alerts = open }, ModelJson.Options), "lists");
            await Task.Delay(Pause, time, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            while (!await StreamWait.UntilPingAsync(watcher.WaitAsync, PingEvery, time, ct) && !ct.IsCancellationRequested)
            {
                yield return new("{}", LiveEvents.Ping.Type);
            }
        }
    }

    /// <param name="KnownRuns">The runs that the page has already; null for an unknown number.</param>
    private sealed record WatchedJob(Guid Id, int? KnownRuns);
}
