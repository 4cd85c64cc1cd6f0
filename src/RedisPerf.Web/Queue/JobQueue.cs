using RedisPerf.Core.Jobs;

namespace RedisPerf.Web.Queue;

/// <summary>Takes jobs and runs them, one at a time on this machine.</summary>
public sealed class JobQueue
{
    /// <exception cref="RedisPerf.Ledger.QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<Job> EnqueueAsync(JobRequest request, RequestedBy requestedBy, string? note, CancellationToken ct) => throw new NotSupportedException();
    public Task<CancelOutcome> CancelAsync(Guid id, CancellationToken ct) => throw new NotSupportedException();
}
