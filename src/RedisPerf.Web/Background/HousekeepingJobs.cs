using Hangfire;
using Hangfire.Common;
using Hangfire.States;
using Hangfire.Storage;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>The background jobs other than measuring. What they have to do is in the ledger, so a job that fails or is lost only costs
/// time: the next one finds the same work.</summary>
[Queue(QueueNames.Housekeeping)]
[BriefHistory]
public sealed class HousekeepingJobs(HousekeepingWork work, Retention retention, JobLedger ledger)
{
    private const int DeliveryRetrySeconds = 60;

    [JobDisplayName("Start jobs of due schedules")]
    [AutomaticRetry(Attempts = 0, OnAttemptsExceeded = AttemptsExceededAction.Delete)]
    public Task FireSchedulesAsync(CancellationToken ct) => RunAsync("schedules", work.FireSchedules, ct);

    [JobDisplayName("Review completed scheduled runs")]
    [AutomaticRetry(Attempts = 0, OnAttemptsExceeded = AttemptsExceededAction.Delete)]
    public Task ReviewAsync(CancellationToken ct) => RunAsync("reviews", work.Review, ct);

    /// <summary>No recurring job repeats this one: it is retried until the ledger can be read.</summary>
    [JobDisplayName("Send alerts to the webhook")]
    [AutomaticRetry(Attempts = int.MaxValue, DelaysInSeconds = [DeliveryRetrySeconds])]
    public Task DeliverAsync(CancellationToken ct) => RunAsync("webhook", work.Deliver, ct);

    [JobDisplayName("Remove jobs that are older than RedisPerf__KeepJobs")]
    [AutomaticRetry(Attempts = 0, OnAttemptsExceeded = AttemptsExceededAction.Delete)]
    public Task RemoveOldJobsAsync(CancellationToken ct) => RunAsync("retention", retention.RemoveAsync, ct);

    // Two nodes that deliver at the same time would send each message twice. Hangfire warns of a job that a stop cancels, and
    // queues it again. The next start does the same work anyway.
    private async Task RunAsync(string name, Func<CancellationToken, Task> work, CancellationToken ct)
    {
        try
        {
            await ledger.Database.RunExclusivelyAsync(name, () => work(ct), ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
        }
    }

    /// <summary>Two of these jobs end each minute: kept for a day, they would hide the measuring jobs on the dashboard.</summary>
    [AttributeUsage(AttributeTargets.Class)]
    private sealed class BriefHistoryAttribute : JobFilterAttribute, IApplyStateFilter
    {
        private static readonly TimeSpan Kept = TimeSpan.FromMinutes(5);

        public void OnStateApplied(ApplyStateContext context, IWriteOnlyTransaction transaction) => context.JobExpirationTimeout = Kept;

        public void OnStateUnapplied(ApplyStateContext context, IWriteOnlyTransaction transaction)
        {
        }
    }
}

/// <summary>The work of housekeeping that belongs to folders which use this one. It is registered where the program is composed.</summary>
/// <param name="FireSchedules">Starts the jobs of due schedules.</param>
/// <param name="Review">Reviews completed scheduled runs.</param>
/// <param name="Deliver">Sends alerts to the webhook.</param>
public sealed record HousekeepingWork(
    Func<CancellationToken, Task> FireSchedules, Func<CancellationToken, Task> Review, Func<CancellationToken, Task> Deliver);
