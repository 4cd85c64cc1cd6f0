using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Compares the jobs that this node executes with the ledger, which other nodes change.</summary>
internal sealed class LeaseCheck(JobLedger ledger, RunningJobs running, LiveJobs jobs)
{
    /// <summary>Cancels the jobs that a user cancelled on another node, and stops jobs whose lease this node has lost.</summary>
    /// <exception cref="RedisPerf.Ledger.Storage.LedgerException">The ledger does not answer.</exception>
    public async Task RunAsync(CancellationToken ct)
    {
        foreach (var id in running.Ids)
        {
            var job = await ledger.FindJobAsync(id, ct);
            if (job is { State: JobState.Running, Error.Code: ReasonCode.CancelRequested })
            {
                running.Cancel(id);
            }
            else if (jobs.Find(id) is { } live && (job is not { State: JobState.Running } || job.Lease != live.Lease))
            {
                running.RevokeLease(id);
            }
        }
    }
}
