using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Queues a job again that was interrupted because a node that measured it together with this one was lost.</summary>
public sealed class JobRepetition(RecoveryLedger recoveries, JobOffers offers, LedgerRetry retry, LiveLists lists, LedgerClock clock)
{
    /// <summary>Queues the job again if its request allows it, and offers it to the nodes.</summary>
    /// <param name="id">The interrupted job.</param>
    /// <param name="ct">Ends the wait for the ledger.</param>
    public async Task RepeatAsync(Guid id, CancellationToken ct)
    {
        Job? repeated = null;
        await retry.UntilDoneAsync(
            async () => repeated = await recoveries.RepeatAsync(id, clock.GetUtcNow(), ScheduledJobs.Grace, CancellationToken.None),
            $"The repetition of job {id}", ct);
        if (repeated is not null)
        {
            await offers.OfferAsync(repeated, ct);
            lists.Change();
        }
    }
}
