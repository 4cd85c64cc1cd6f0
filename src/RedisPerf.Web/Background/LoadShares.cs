using RedisPerf.Core.Running.Sharing;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Measures this node's share of the jobs of other nodes that chose it.</summary>
internal sealed class LoadShares(
    AssistantLedger assistants, NodeLinks links, JobLedger ledger, NodeIdentity here, RemoteWorkerHost host, LiveJobs live, LiveMetrics metrics,
    MeasurementLock measurementLock, LedgerRetry retry, TimeProvider time, ILogger<LoadShares> logger)
{
    /// <summary>The time after which the ledger is read without a notification, which can be lost.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private Assistant? _last;

    /// <summary>Waits for such jobs and measures them until the program ends.</summary>
    public Task RunAsync(CancellationToken ct) => Task.WhenAll(RepeatAsync(links.ListenAsync, ct), RepeatAsync(MeasureAllAsync, ct));

    private Task RepeatAsync(Func<CancellationToken, Task> work, CancellationToken ct) =>
        RepeatedWork.RunAsync(work, "The jobs of other nodes", time, logger, ct);

    private async Task MeasureAllAsync(CancellationToken ct)
    {
        while (true)
        {
            var changed = links.Changed;
            if (await assistants.FindAsync(here, ct) is { } assistant && assistant != _last)
            {
                // The other node ends the assistance before the ledger has the end of the job. A link is read once.
                _last = assistant;
                await MeasureAsync(assistant, ct);
            }

            await Task.WhenAny(changed, Task.Delay(Interval, time, ct));
            ct.ThrowIfCancellationRequested();
        }
    }

    private async Task MeasureAsync(Assistant assistant, CancellationToken ct)
    {
        try
        {
            if (await ledger.FindJobAsync(assistant.Job, ct) is { } job)
            {
                await metrics.RefreshAsync(ct);
                // The next connection test or sample waits; the current one ends first.
                live.IsAssisting = true;
                using var mine = await measurementLock.AcquireAsync(ct);
                await using var link = links.Open(assistant, job.Node ?? "", isHere: true);
                await host.RunAsync(job, link, ct);
                return;
            }
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            logger.LogWarning(exception, "This node no longer measures job {Job} together with other nodes", assistant.Job);
        }
        finally
        {
            live.IsAssisting = false;
        }

        // The node that executes the job then finds that this one is lost.
        await retry.UntilDoneAsync(
            () => assistants.RemoveAsync(assistant, CancellationToken.None), $"The end of the assistance in job {assistant.Job}", ct);
    }
}
