using System.Collections.Concurrent;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>Decides how long a job waits while it opens its targets, and lets the next queued job on other targets run first. A job waits
/// for existing servers that another RedisPerf uses, and for images that are pulled. It yields to the other job, and tries again after it.
/// It waits without limit for a job of the same ledger, which has the server under another name.</summary>
public sealed class WaitPolicy(
    JobOffers offers, JobQueue queue, JobLedger ledger, LedgerRetry retry, TimeProvider time, IOptions<RedisPerfOptions> options,
    ILogger<WaitPolicy> logger)
{
    /// <summary>The wait that counts at least for a job that yielded, so that it does so a limited number of times. For this time no other
    /// job yields to it: two waiting jobs would yield to each other without a pause.</summary>
    private static readonly TimeSpan MinimumWait = TimeSpan.FromSeconds(5);

    private readonly ConcurrentDictionary<Guid, Wait> _waits = new();

    /// <summary>Lets the job wait on, ends its wait when it has lasted for the configured time, or lets another job run first.</summary>
    public async Task DecideAsync(Job job, JobEvent.Waiting waiting, JobControl control)
    {
        var counts = !await IsForQueuedJobAsync(waiting.Cause);
        var wait = _waits.GetValueOrDefault(job.Id, new(TimeSpan.Zero)) with { Current = waiting.Waited, Counts = counts };
        if (wait.Counts && wait.Earlier + wait.Current >= TimeSpan.FromSeconds(options.Value.LeaseWait))
        {
            if (waiting.Cause.Code == ReasonCode.TargetLeased)
            {
                control.EndWait();
            }
        }
        else if (await FindNextAsync(job) is { } next)
        {
            wait = wait with { Next = next.Id };
            control.Yield();
        }

        _waits[job.Id] = wait;
    }

    /// <summary>Puts a job that ended as queued back into the queue, behind the job that it yields to.</summary>
    /// <param name="end">The reason that it waits for.</param>
    /// <param name="ct">Ends the wait for the ledger.</param>
    /// <returns>False when the job was cancelled.</returns>
    public async Task<bool> YieldAsync(Job job, JobEvent.Ended end, CancellationToken ct)
    {
        var wait = _waits[job.Id];
        if (!await retry.ReadAsync(() => queue.YieldToAsync(job, wait.Next), $"The place of job {job.Id} in the queue", ct))
        {
            return false;
        }

        var counted = wait.Current > MinimumWait ? wait.Current : MinimumWait;
        _waits[job.Id] = new(wait.Counts ? wait.Earlier + counted : wait.Earlier) { YieldedAt = time.GetTimestamp() };
        logger.LogInformation("Job {Job} waits, and the next job on other targets runs first. {Reason}", job.Id, end.Error!.ToText());
        return true;
    }

    /// <summary>The job has started or ended.</summary>
    public void Discard(Guid job) => _waits.TryRemove(job, out _);

    // A ledger that cannot be read is not a reason to fail the job.
    private async Task<Job?> FindNextAsync(Job job)
    {
        try
        {
            return await offers.FirstAsync(
                other => !HasJustYielded(other.Id) && !other.Request.Targets.Intersect(job.Request.Targets).Any(), CancellationToken.None);
        }
        catch (LedgerException)
        {
            return null;
        }
    }

    private bool HasJustYielded(Guid job) => _waits.GetValueOrDefault(job)?.YieldedAt is { } at && time.GetElapsedTime(at) < MinimumWait;

    private async Task<bool> IsForQueuedJobAsync(Reason cause)
    {
        try
        {
            return Guid.TryParse(cause.Args.GetValueOrDefault("job") as string, out var other)
                && await ledger.FindJobAsync(other) is { State: JobState.Running };
        }
        catch (LedgerException)
        {
            return false;
        }
    }

    /// <summary>The wait of a job.</summary>
    /// <param name="Earlier">The counted time of its earlier attempts.</param>
    private sealed record Wait(TimeSpan Earlier)
    {
        /// <summary>The time of the current attempt.</summary>
        public TimeSpan Current { get; init; }

        /// <summary>Whether the time of the current attempt counts.</summary>
        public bool Counts { get; init; }

        /// <summary>The job that it yields to.</summary>
        public Guid Next { get; init; }

        /// <summary>The timestamp at which it yielded last; null when it did not.</summary>
        public long? YieldedAt { get; init; }
    }
}
