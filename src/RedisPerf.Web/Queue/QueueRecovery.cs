using Microsoft.Extensions.Options;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Queue;

/// <summary>
/// Takes up where the last process left off, before anything new is taken: its servers are ended, what it was running is
/// interrupted, what was waiting waits again. Keys that it left on other servers, and its containers, are removed in the background.
/// </summary>
public sealed class QueueRecovery(JobLedger ledger, JobQueue queue, LeftKeys keys, TimeProvider time, IOptions<RedisPerfOptions> options) : BackgroundService
{
    private IReadOnlyList<Job> _interrupted = [];

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        TargetCatalogue.RemoveLeftovers(options.Value.Data);
        var now = time.GetUtcNow();
        var recovery = await ledger.RecoverAsync(now, cancellationToken);
        foreach (var id in recovery.Queued)
        {
            await queue.ScheduleAsync(id, now, cancellationToken);
        }

        _interrupted = recovery.Interrupted;
        await base.StartAsync(cancellationToken);
    }

    protected override Task ExecuteAsync(CancellationToken stoppingToken) => Task.WhenAll(
        keys.RemoveAsync(_interrupted, stoppingToken),
        TargetCatalogue.RemoveLeftContainersAsync(stoppingToken));
}
