using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>One of the nodes of a shared ledger.</summary>
internal sealed class SharedNode(
    NodeMembership membership, NodeDescriber describer, LeaseCheck leases, NodeRecovery recovery, LoadShares shares, JobOffers offers,
    LiveJobs jobs, TimeProvider time, ILogger<SharedNode> logger) : INode
{
    /// <summary>The time between two beats.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>The same while a job runs here.</summary>
    private static readonly TimeSpan MeasuringInterval = TimeSpan.FromSeconds(3);

    /// <summary>The time in which Hangfire delivers an offer.</summary>
    private static readonly TimeSpan OfferInterval = TimeSpan.FromSeconds(5);

    private long? _offeredAt;

    public async Task<Recovery> JoinAsync(CancellationToken ct)
    {
        await membership.JoinAsync(ct);
        return await recovery.RecoverAsync(ct);
    }

    // The beats end last: a share of a run that is cancelled still removes its keys.
    public async Task RunAsync(CancellationToken ct)
    {
        using var stop = new CancellationTokenSource();
        var beating = RepeatBeatAsync(stop.Token);
        await shares.RunAsync(ct);
        await stop.CancelAsync();
        await beating;
    }

    public Task LeaveAsync(CancellationToken ct) => membership.LeaveAsync(ct);

    private async Task RepeatBeatAsync(CancellationToken ct)
    {
        while (!ct.IsCancellationRequested)
        {
            try
            {
                await SendHeartbeatAsync(ct);
            }
            catch (LedgerException exception)
            {
                recovery.Clear();
                logger.LogWarning(exception, "The ledger of the nodes does not answer");
            }
            catch (OperationCanceledException) when (ct.IsCancellationRequested)
            {
                return;
            }
            catch (Exception exception)
            {
                // An exception in a background service stops the program.
                logger.LogError(exception, "A beat of this node failed; it is tried again");
            }

            await Task.Delay(jobs.AreMeasuring ? MeasuringInterval : Interval, time, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task SendHeartbeatAsync(CancellationToken ct)
    {
        if (!jobs.AreMeasuring)
        {
            await describer.UpdateAsync(ct);
        }

        await membership.SendHeartbeatAsync(ct);
        await leases.RunAsync(ct);
        await recovery.RunAsync(ct);

        // The offer of another node can be lost, and jobs can be queued for this node before it starts.
        if (!offers.IsAnswering && IsOfferDue() && await offers.FirstAsync(null, ct) is { } next)
        {
            _offeredAt = time.GetTimestamp();
            offers.OfferHere(next);
        }
    }

    private bool IsOfferDue() => _offeredAt is not { } at || time.GetElapsedTime(at) >= OfferInterval;
}
