using System.Collections.Concurrent;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>
/// Decides how long a job waits while it opens its targets, and lets the next queued job on other targets run first. A job waits
/// for existing servers that another RedisPerf uses, and for images that are pulled. It gives its place to the other job, and
/// tries again after it. It waits without limit for a job of the same ledger, which has the server under another name.
/// </summary>
public sealed class OpeningWaits(JobOffers offers, JobQueue queue, JobLedger ledger, LedgerRetry retry, TimeProvider time, IOptions<RedisPerfOptions> options, ILogger<OpeningWaits> logger)
{
    /// <summary>
    /// The wait that counts at least for a job that gave its place, so that it does so a limited number of times. For this
    /// time it gets no other job's place: two waiting jobs would pass it to each other without a pause.
    /// </summary>
    private static readonly TimeSpan LeastWait = TimeSpan.FromSeconds(5);

    // The time from before the current attempt, that of the current attempt, and whether it counts.
    private readonly ConcurrentDictionary<Guid, (TimeSpan Before, TimeSpan Now, bool Counts)> _waited = new();
    private readonly ConcurrentDictionary<Guid, long> _passedAt = new();

    /// <summary>Whether a job waits longer. If not, it either gives its place or has waited for a lease for the configured time.</summary>
    /// <param name="job">The job.</param>
    /// <param name="wait">What it waits for.</param>
    /// <param name="waited">The time of this attempt.</param>
    /// <param name="ct">Cancels the operation.</param>
    public async Task<bool> WaitsAsync(Job job, OpeningWait wait, TimeSpan waited, CancellationToken ct)
    {
        var (before, _, _) = _waited.GetValueOrDefault(job.Id);
        _waited[job.Id] = (before, waited, !await IsInQueueAsync(wait, ct));
        return MayWait(job.Id) ? !await HasOtherJobAsync(job, ct) : wait == OpeningWait.Preparation;
    }

    /// <summary>Whether a job that no longer waits gives its place; otherwise it has waited for the configured time.</summary>
    public bool GivesPlace(Job job) => _waited.ContainsKey(job.Id) && MayWait(job.Id);

    /// <summary>Puts a job that no longer waits back into the queue, behind the next job on other targets.</summary>
    /// <param name="job">The job.</param>
    /// <param name="reason">What it waits for.</param>
    /// <param name="ct">Ends the wait for the ledger.</param>
    /// <returns>False when there is no such job, or when the job was cancelled.</returns>
    public async Task<bool> PassAsync(Job job, Reason reason, CancellationToken ct)
    {
        var hasPassed = false;
        await retry.UntilDoneAsync(
            async () => hasPassed = await FindNextAsync(job, CancellationToken.None) is { } next && await queue.PassAsync(job, next), $"The place of job {job.Id} in the queue", ct);
        if (hasPassed)
        {
            CountPass(job.Id);
            logger.LogInformation("Job {Job} waits, and the next job on other targets runs first. {Reason}", job.Id, reason.ToText());
        }

        return hasPassed;
    }

    /// <summary>The job has started or ended.</summary>
    public void Forget(Guid job)
    {
        _waited.TryRemove(job, out _);
        _passedAt.TryRemove(job, out _);
    }

    private void CountPass(Guid job)
    {
        _passedAt[job] = time.GetTimestamp();
        _waited.AddOrUpdate(
            job,
            (LeastWait, TimeSpan.Zero, true),
            (_, waited) => (waited.Counts ? waited.Before + (waited.Now > LeastWait ? waited.Now : LeastWait) : waited.Before, TimeSpan.Zero, waited.Counts));
    }

    // A waiting job gives its place to this one.
    private Task<Job?> FindNextAsync(Job job, CancellationToken ct) =>
        offers.FirstAsync(other => !HasJustPassed(other.Id) && !other.Request.Targets.Intersect(job.Request.Targets).Any(), ct);

    private bool HasJustPassed(Guid job) => _passedAt.TryGetValue(job, out var at) && time.GetElapsedTime(at) < LeastWait;

    private bool MayWait(Guid job) => _waited[job] is var (before, now, counts) && (!counts || before + now < TimeSpan.FromSeconds(options.Value.LeaseWait));

    private async Task<bool> IsInQueueAsync(OpeningWait wait, CancellationToken ct)
    {
        try
        {
            return ledger.Database.IsShared && Guid.TryParse(wait.Used?.Args.GetValueOrDefault("job") as string, out var other) && await ledger.FindJobAsync(other, ct) is { State: JobState.Running };
        }
        catch (LedgerException)
        {
            return false;
        }
    }

    // A ledger that cannot be read is not a reason to fail the job.
    private async Task<bool> HasOtherJobAsync(Job job, CancellationToken ct)
    {
        try
        {
            return await FindNextAsync(job, ct) is not null;
        }
        catch (LedgerException)
        {
            return false;
        }
    }
}
