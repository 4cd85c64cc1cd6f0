using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Reads a job from the ledger, and waits while the ledger does not answer.</summary>
public sealed class JobReader(JobLedger ledger, LedgerRetry retry)
{
    /// <summary>The job without its runs; null when it does not exist, or when the wait was cancelled.</summary>
    /// <param name="id">The job.</param>
    /// <param name="ct">Ends the wait.</param>
    public async Task<Job?> FindJobAsync(Guid id, CancellationToken ct)
    {
        Job? job = null;
        await retry.UntilDoneAsync(async () => job = await ledger.FindJobAsync(id, CancellationToken.None), $"Job {id}", ct);
        return job;
    }

    /// <summary>The job with all its runs; null when it does not exist, or when the wait was cancelled.</summary>
    /// <param name="id">The job.</param>
    /// <param name="ct">Ends the wait.</param>
    public async Task<JobDocument?> FindAsync(Guid id, CancellationToken ct)
    {
        JobDocument? job = null;
        await retry.UntilDoneAsync(async () => job = await ledger.FindAsync(id, CancellationToken.None), $"Job {id}", ct);
        return job;
    }
}
