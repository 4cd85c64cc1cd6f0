using Hangfire;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>The Hangfire job that measures. The ledger decides which job is next: it has the order, and another node may have taken a job.</summary>
public sealed class MeasuringJob(JobExecution execution, NodeLedger nodes, NodeIdentity node, JobOffers offers, LedgerRetry retry,
    IHostApplicationLifetime lifetime, TimeProvider time)
{
    /// <summary>How often a node looks whether the job of another node on this machine has ended.</summary>
    private static readonly TimeSpan MachinePause = TimeSpan.FromSeconds(0.5);

    /// <summary>Runs the first queued job that this node may measure, after the end of a job of another node on this machine. Does
    /// nothing without one.</summary>
    /// <param name="benchmark">The benchmark of the offered job, for the display name on Hangfire's dashboard.</param>
    /// <param name="targets">Its targets, for the display name.</param>
    [JobDisplayName("{0} on {1}")]
    [AutomaticRetry(Attempts = 0)]
    public async Task RunAsync(string benchmark, string targets)
    {
        // Hangfire would cancel its own token when its storage is away. The job continues then, and its runs are kept.
        var ct = lifetime.ApplicationStopping;
        using var answer = offers.Answer();
        while (!ct.IsCancellationRequested)
        {
            Job? next = null;
            var isFree = false;
            var isRead = await retry.UntilDoneAsync(
                async () =>
                {
                    next = await offers.FirstAsync(null, CancellationToken.None);
                    isFree = !await nodes.IsMeasuringAsync(node.MachineId, CancellationToken.None);
                },
                "The queue",
                ct);
            if (!isRead || next is null)
            {
                return;
            }

            if (isFree)
            {
                await execution.RunAsync(next.Id, ct);
                return;
            }

            await Task.Delay(MachinePause, time, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
