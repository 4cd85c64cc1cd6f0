using System.Runtime.CompilerServices;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>The events of a job for one connection. The first one is the whole job, so a client that reconnects misses nothing.</summary>
public sealed class JobEvents(
    JobLedger ledger, LiveJobs jobs, JobsElsewhere elsewhere, Catalogue catalogue, LiveFeed feed, LiveLists lists, TimeProvider time)
{
    private static readonly TimeSpan PingEvery = TimeSpan.FromSeconds(10);

    /// <summary>Whether the job exists.</summary>
    public async Task<bool> ExistsAsync(Guid id, CancellationToken ct) => await ledger.FindJobAsync(id, ct) is not null;

    /// <summary>The events until the end of the job, with a ping after ten seconds without one. It ends earlier when the job does not
    /// exist, and when the connection is too slow.</summary>
    /// <param name="id">The job.</param>
    /// <param name="isPage">Whether the client is the page of the job: formatted rows, and a snapshot with the data of its charts.</param>
    /// <param name="knownRuns">How many runs the HTML of the page has; null for an unknown number.</param>
    /// <param name="ct">Cancelled when the connection ends.</param>
    public async IAsyncEnumerable<LiveEvent> FollowAsync(Guid id, bool isPage, int? knownRuns, [EnumeratorCancellation] CancellationToken ct)
    {
        // Subscribed before the snapshot is read: an event in between comes twice rather than never.
        using var subscription = feed.Subscribe(id, isPage);
        await elsewhere.FollowAsync(id, ct);
        if (await jobs.FindAsync(id, ct) is not { } job)
        {
            yield break;
        }

        var info = catalogue.Find(job.Request.Benchmark)?.Info;
        yield return isPage ? LiveEvents.Snapshot(ChartDocument.Of(job, info)) : LiveEvents.Snapshot(job);
        if (job.State is not (JobState.Queued or JobState.Running))
        {
            yield return LiveEvents.End(job.State, job.Error, job.EndedAt);
            yield break;
        }

        if (job.State == JobState.Running)
        {
            yield return LiveEvents.Findings(job, info);
        }
        else if (isPage)
        {
            yield return LiveEvents.Page(PageTexts.Of(job, info, lists.Running));
        }

        foreach (var catchUp in isPage ? (jobs.Find(id) ?? elsewhere.Find(id))?.CatchUp(knownRuns) ?? [] : [])
        {
            yield return catchUp;
        }

        while (await NextAsync(subscription, ct) is { } next)
        {
            yield return next;
            if (next.Type == LiveEvents.EndType)
            {
                yield break;
            }
        }
    }

    /// <returns>The next event; a ping after ten seconds without one; null when the connection ends.</returns>
    private async Task<LiveEvent?> NextAsync(LiveSubscription subscription, CancellationToken ct)
    {
        if (!await StreamWait.UntilPingAsync(quiet => subscription.Events.WaitToReadAsync(quiet).AsTask(), PingEvery, time, ct))
        {
            return ct.IsCancellationRequested ? null : LiveEvents.Ping;
        }

        return subscription.Events.TryRead(out var liveEvent) ? liveEvent : null;
    }
}
