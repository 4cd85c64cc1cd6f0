using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Measures this node's share of the jobs of other nodes that chose it.</summary>
internal sealed class Assistance(AssistantLedger assistants, AssistantLinks links, JobLedger ledger, NodeIdentity here, Catalogue catalogue, TargetCatalogue targets, PayloadStore payloads, LiveJobs live, LiveMetrics metrics, MeasurementLock measurementLock, LedgerRetry retry, TimeProvider time, ILogger<Assistance> logger) : BackgroundService
{
    /// <summary>The time after which the ledger is read without a notification, which can be lost.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private Assistant? _last;

    protected override Task ExecuteAsync(CancellationToken stoppingToken) => ledger.Database.IsShared
        ? Task.WhenAll(RepeatAsync(links.ListenAsync, stoppingToken), RepeatAsync(AssistAsync, stoppingToken))
        : Task.CompletedTask;

    private Task RepeatAsync(Func<CancellationToken, Task> work, CancellationToken ct) => RepeatedWork.RunAsync(work, "The jobs of other nodes", time, logger, ct);

    private async Task AssistAsync(CancellationToken ct)
    {
        while (true)
        {
            var changed = links.Changed;
            if (await assistants.FindAsync(here, ct) is { } assistant && assistant != _last)
            {
                // The other node ends the assistance before the ledger has the end of the job. A link is read once.
                _last = assistant;
                await AssistAsync(assistant, ct);
            }

            await Task.WhenAny(changed, Task.Delay(Interval, time, ct));
            ct.ThrowIfCancellationRequested();
        }
    }

    private async Task AssistAsync(Assistant assistant, CancellationToken ct)
    {
        try
        {
            if (await ledger.FindJobAsync(assistant.Job, ct) is { } job)
            {
                await metrics.RefreshAsync(ct);
                // The next connection test or sample waits; the current one ends first.
                live.IsAssisting = true;
                using var mine = await measurementLock.AcquireAsync(ct);
                await using var link = links.Open(assistant, job.Node ?? "");
                await new AssistantHost(catalogue, targets.Find, payloads.FindFile, ClientCatalogue.DefaultProgram, links).RunAsync(job, (int)assistant.Share, link, ct);
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
        await retry.UntilDoneAsync(() => assistants.RemoveAsync(assistant, CancellationToken.None), $"The end of the assistance in job {assistant.Job}", ct);
    }
}
