using RedisPerf.Ledger;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Alerts;

/// <summary>Reviews each completed scheduled run that waits for it. What was not reviewed when the program ended is reviewed at the next start.</summary>
public sealed class PendingReviews(NightLedger nights, NightReview review, ILogger<PendingReviews> logger)
{
    // Two reviews of one scheduled run at once would request two reruns.
    private readonly NonOverlappingRun _run = new();

    /// <summary>Returns at once while another call is at work; that one looks again when it has finished.</summary>
    public Task RunAsync(CancellationToken ct) => _run.RunAsync(async () =>
    {
        foreach (var night in await nights.WaitingAsync(ct))
        {
            await ReviewAsync(night, ct);
        }
    });

    // One that fails does not keep the others from their review.
    private async Task ReviewAsync(Guid night, CancellationToken ct)
    {
        try
        {
            await review.JudgeAsync(night, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            logger.LogError(exception, "The scheduled run of job {Job} could not be reviewed; it is tried again", night);
        }
    }
}
