using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>The positions of the queued jobs, as their pages and the metrics show them.</summary>
public sealed class QueuePositions(JobLedger ledger, Catalogue catalogue, LiveJobs jobs, LiveFeed feed, LiveLists lists, LiveMetrics metrics)
{
    /// <summary>Publishes the new positions of waiting jobs, and counts them.</summary>
    /// <exception cref="RedisPerf.Ledger.Storage.LedgerException">The ledger does not answer.</exception>
    public async Task PublishAsync(CancellationToken ct)
    {
        foreach (var id in feed.Watched)
        {
            if (jobs.Find(id) is null && await ledger.FindAsync(id, ct) is { State: JobState.Queued } job)
            {
                feed.Publish(id, LiveEvents.State(job));
                feed.Publish(id, LiveEvents.Page(PageTexts.Of(job, catalogue.Find(job.Benchmark)?.Info, lists.Running)));
            }
        }

        await metrics.CountQueuedAsync(ct);
    }
}
