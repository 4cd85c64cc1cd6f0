using RedisPerf.Core.Jobs;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Reports;

namespace RedisPerf.Ledger;

/// <summary>The durable record of jobs and runs.</summary>
public sealed class JobLedger : IAsyncDisposable
{
    public static Task<JobLedger> OpenAsync(string folder, CancellationToken ct = default) => throw new NotSupportedException();
    public Task EnqueueAsync(Job job, int queueLimit, CancellationToken ct = default) => throw new NotSupportedException();
    public Task<JobDocument?> FindAsync(Guid id, CancellationToken ct = default) => throw new NotSupportedException();
    public Task<JobListing> ListAsync(JobFilter filter, CancellationToken ct = default) => throw new NotSupportedException();
    public Task<IReadOnlyList<Guid>> RecoverAsync(DateTimeOffset now, CancellationToken ct = default) => throw new NotSupportedException();
    public Task<Job?> StartAsync(Guid id, DateTimeOffset now, CancellationToken ct = default) => throw new NotSupportedException();
    public Task RecordAsync(Guid id, JobEvent jobEvent, DateTimeOffset now, CancellationToken ct = default) => throw new NotSupportedException();
    public Task<bool> CancelQueuedAsync(Guid id, DateTimeOffset now, CancellationToken ct = default) => throw new NotSupportedException();
    public Task<bool> DeleteAsync(Guid id, CancellationToken ct = default) => throw new NotSupportedException();
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
