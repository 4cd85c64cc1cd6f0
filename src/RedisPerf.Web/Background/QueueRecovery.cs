using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>Recovers the state of the last process before a Hangfire server starts: its servers are stopped, its running jobs become
/// interrupted or continue, the queued jobs are offered to this node, and Hangfire's recurring jobs are registered. Keys that the last
/// process left on other servers, and its containers, are removed in the background.</summary>
public sealed class QueueRecovery(
    JobLedger ledger, INode node, JobOffers offers, Housekeeping housekeeping, LeftKeyRemoval keys, IOptions<RedisPerfOptions> options,
    ILogger<QueueRecovery> logger) : BackgroundService
{
    private IReadOnlyList<Job> _interrupted = [];

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        TargetCatalogue.RemoveLeftovers(options.Value.Data);
        foreach (var damaged in await JobRecorder.RecoverAsync(ledger, options.Value.Data, cancellationToken))
        {
            logger.LogError(damaged.Cause,
                "The file {File} with runs that were not stored is damaged. Its readable runs are stored, and it was moved to {MovedTo}",
                damaged.Path, damaged.MovedTo);
        }

        var recovery = await node.JoinAsync(cancellationToken);
        foreach (var job in recovery.Queued)
        {
            offers.OfferHere(job);
        }

        housekeeping.Start();
        _interrupted = recovery.Interrupted;
        await base.StartAsync(cancellationToken);
    }

    protected override Task ExecuteAsync(CancellationToken stoppingToken) => Task.WhenAll(
        keys.RunAsync(_interrupted, stoppingToken),
        TargetCatalogue.RemoveLeftContainersAsync(stoppingToken));
}
