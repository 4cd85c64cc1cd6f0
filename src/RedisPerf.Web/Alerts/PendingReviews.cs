using RedisPerf.Ledger.Alerts;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Alerts;

/// <summary>Reviews each completed scheduled run that needs it. Open reviews continue after a restart.</summary>
public sealed class PendingReviews(
    ScheduledRunLedger runs, RegressionReview review, LiveLists lists, LedgerClock clock, ILogger<PendingReviews> logger)
{
    // Two reviews of one scheduled run at once would request two reruns.
    private readonly NonOverlappingRun _run = new();

    /// <summary>Returns at once while another call runs; that call then checks again.</summary>
    public Task RunAsync(CancellationToken ct) => _run.RunAsync(async () =>
    {
        foreach (var run in await runs.WaitingAsync(clock.GetUtcNow() - ScheduledJobs.Grace, ct))
        {
            await ReviewAsync(run, ct);
        }
    });

    // A failed review does not stop the others.
    private async Task ReviewAsync(Guid run, CancellationToken ct)
    {
        try
        {
            await review.ReviewAsync(run, ct);
            lists.Change();
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            logger.LogError(exception, "The scheduled run of job {Job} could not be reviewed. The review is retried", run);
        }
    }
}
