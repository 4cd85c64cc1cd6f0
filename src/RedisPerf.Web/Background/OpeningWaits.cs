using System.Collections.Concurrent;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>
/// How long the jobs wait while they open their targets: for existing servers that another RedisPerf uses, and for images that
/// are pulled. A job that would wait gives its place to the next queued job on other targets, and tries again after it. It waits
/// without limit for a job of the same ledger, which has the server under another name.
/// </summary>
public sealed class OpeningWaits(JobOffers offers, JobLedger ledger, TimeProvider time, IOptions<RedisPerfOptions> options)
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

    /// <summary>The queued job to which a waiting one gives its place; null without one.</summary>
    public Task<Job?> FindNextAsync(Job job, CancellationToken ct) =>
        offers.FirstAsync(other => !HasJustPassed(other.Id) && !other.Request.Targets.Intersect(job.Request.Targets).Any(), ct);

    /// <summary>The job is in the queue again.</summary>
    public void Pass(Guid job)
    {
        _passedAt[job] = time.GetTimestamp();
        _waited.AddOrUpdate(
            job,
            (LeastWait, TimeSpan.Zero, true),
            (_, waited) => (waited.Counts ? waited.Before + (waited.Now > LeastWait ? waited.Now : LeastWait) : waited.Before, TimeSpan.Zero, waited.Counts));
    }

    /// <summary>The job has started or ended.</summary>
    public void Forget(Guid job)
    {
        _waited.TryRemove(job, out _);
        _passedAt.TryRemove(job, out _);
    }

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
