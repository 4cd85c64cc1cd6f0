using Microsoft.Extensions.Options;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Queue;

/// <summary>
/// Takes up where the last process left off, before anything new is taken: its servers are ended, what it was running is
/// interrupted, what was waiting waits again.
/// </summary>
public sealed class QueueRecovery(JobLedger ledger, JobQueue queue, TimeProvider time, IOptions<RedisPerfOptions> options) : IHostedService
{
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        TargetCatalogue.RemoveLeftovers(options.Value.Data);
        var now = time.GetUtcNow();
        foreach (var id in await ledger.RecoverAsync(now, cancellationToken))
        {
            await queue.ScheduleAsync(id, now, cancellationToken);
        }
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
