using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>
/// Recovers the state of the last process before a Hangfire server starts: its servers are stopped, its running jobs become
/// interrupted or continue, and Hangfire's queue and recurring jobs are built from the ledger. Keys that the last process left on other
/// servers, and its containers, are removed in the background.
/// </summary>
public sealed class QueueRecovery(JobLedger ledger, JobQueue queue, Housekeeping housekeeping, LeftKeyRemoval keys, TimeProvider time, IOptions<RedisPerfOptions> options) : BackgroundService
{
    private IReadOnlyList<Job> _interrupted = [];

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        TargetCatalogue.RemoveLeftovers(options.Value.Data);
        await JobRecorder.RecoverAsync(ledger, options.Value.Data, cancellationToken);
        var recovery = await ledger.RecoverAsync(time.GetUtcNow(), ScheduledJobs.Grace, cancellationToken);
        foreach (var job in recovery.Queued)
        {
            queue.Enqueue(job);
        }

        housekeeping.Start();
        _interrupted = recovery.Interrupted;
        await base.StartAsync(cancellationToken);
    }

    protected override Task ExecuteAsync(CancellationToken stoppingToken) => Task.WhenAll(
        keys.RunAsync(_interrupted, stoppingToken),
        TargetCatalogue.RemoveLeftContainersAsync(stoppingToken));
}
