using System.Collections.Concurrent;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>
/// How long the jobs wait while they open their targets: for existing servers that another RedisPerf uses, and for images that
/// are pulled. A job that would wait gives its place to the next queued job on other targets, and tries again after it.
/// </summary>
public sealed class OpeningWaits(JobOffers offers, IOptions<RedisPerfOptions> options)
{
    /// <summary>The wait that counts at least for a job that gave its place, so that it does so a limited number of times.</summary>
    private static readonly TimeSpan LeastWait = TimeSpan.FromSeconds(5);

    // The time from before the current attempt, and that of the current attempt.
    private readonly ConcurrentDictionary<Guid, (TimeSpan Before, TimeSpan Now)> _waited = new();

    /// <summary>Whether a job waits longer. If not, it either gives its place or has waited for a lease for the configured time.</summary>
    /// <param name="job">The job.</param>
    /// <param name="wait">What it waits for.</param>
    /// <param name="waited">The time of this attempt.</param>
    /// <param name="ct">Cancels the operation.</param>
    public async Task<bool> WaitsAsync(Job job, OpeningWait wait, TimeSpan waited, CancellationToken ct)
    {
        var (before, _) = _waited.GetValueOrDefault(job.Id);
        _waited[job.Id] = (before, waited);
        return MayWait(job.Id) ? !await HasOtherJobAsync(job, ct) : wait == OpeningWait.Preparation;
    }

    /// <summary>Whether a job that no longer waits gives its place; otherwise it has waited for the configured time.</summary>
    public bool GivesPlace(Job job) => _waited.ContainsKey(job.Id) && MayWait(job.Id);

    /// <summary>The job is in the queue again.</summary>
    public void Pass(Guid job) => _waited.AddOrUpdate(job, (LeastWait, TimeSpan.Zero), (_, waited) => (waited.Before + (waited.Now > LeastWait ? waited.Now : LeastWait), TimeSpan.Zero));

    /// <summary>The job has started or ended.</summary>
    public void Forget(Guid job) => _waited.TryRemove(job, out _);

    private bool MayWait(Guid job) => _waited[job] is var (before, now) && before + now < TimeSpan.FromSeconds(options.Value.LeaseWait);

    // A ledger that cannot be read is no reason to fail the job.
    private async Task<bool> HasOtherJobAsync(Job job, CancellationToken ct)
    {
        try
        {
            return await offers.FirstAsync(other: job, ct) is not null;
        }
        catch (LedgerException)
        {
            return false;
        }
    }
}
