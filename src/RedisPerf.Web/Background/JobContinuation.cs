using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>Puts jobs that have ended back into the queue: an interrupted one for its missing runs, or a completed one for more rounds or its
/// profile.</summary>
public sealed class JobContinuation(
    JobLedger ledger, RequeueLedger requeue, JobQueue queue, IJobPlacement placement, RunningJobs running, IOptions<RedisPerfOptions> options)
{
    private static readonly Reason NotInterrupted = Reason.Of(ReasonCode.NotInterrupted);
    private static readonly Reason RoundsRefused = Reason.Of(ReasonCode.NoMoreRounds, ("rounds", SequentialRule.MaxRounds));

    /// <summary>The known reason why a job cannot be resumed; null without one.</summary>
    public async Task<Reason?> FindResumeObstacleAsync(JobDocument job, CancellationToken ct) =>
        job.State == JobState.Interrupted ? await FindObstacleAsync(job, ct) : NotInterrupted;

    /// <summary>Puts an interrupted job back into the queue. It continues with the first run that is missing.</summary>
    /// <returns>Refused, with the reason, when it is not interrupted, or when this machine or program differs from that of its runs.</returns>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(ChangeOutcome Outcome, Reason? Refusal)> ResumeAsync(Guid id, CancellationToken ct) => ContinueAsync(
        id,
        job => Task.FromResult(job.State == JobState.Interrupted ? null : NotInterrupted),
        () => requeue.ResumeAsync(id, options.Value.QueueLimit, ct),
        NotInterrupted,
        ct);

    /// <summary>Puts a job that has ended back into the queue. It adds rounds to its runs until each comparison is decided.</summary>
    /// <param name="id">The job.</param>
    /// <param name="budgetSeconds">The time budget of the added rounds.</param>
    /// <param name="ct">Cancels before the job is changed.</param>
    /// <returns>Refused, with the reason, when <see cref="AddedRounds"/> are not possible, or when this machine or program differs
    /// from that of its runs.</returns>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(ChangeOutcome Outcome, Reason? Refusal)> AddRoundsAsync(Guid id, double budgetSeconds, CancellationToken ct) => ContinueAsync(
        id,
        job => Task.FromResult(AddedRounds.ArePossible(job) ? null : RoundsRefused),
        () => requeue.AddRoundsAsync(id, budgetSeconds, options.Value.QueueLimit, ct),
        RoundsRefused,
        ct);

    /// <summary>The known reason why a job cannot be profiled; null without one.</summary>
    public async Task<Reason?> FindProfileObstacleAsync(JobDocument job, CancellationToken ct) =>
        await ledger.HasProfileAsync(job.Id, ct) ? Reason.Of(ReasonCode.AlreadyProfiled) : AddedRounds.FindProfileObstacle(job);

    /// <summary>Puts a job that has ended back into the queue, to be profiled.</summary>
    /// <returns>Refused, with the reason, when it has a profile or cannot be profiled, or when this machine or program differs from that of
    /// its runs.</returns>
    /// <exception cref="QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(ChangeOutcome Outcome, Reason? Refusal)> ProfileAsync(Guid id, CancellationToken ct) => ContinueAsync(
        id,
        job => FindProfileObstacleAsync(job, ct),
        () => requeue.ProfileAsync(id, options.Value.QueueLimit, ct),
        Reason.Of(ReasonCode.NotProfilable),
        ct);

    private async Task<(ChangeOutcome Outcome, Reason? Refusal)> ContinueAsync(
        Guid id, Func<JobDocument, Task<Reason?>> findRefusalAsync, Func<Task<ChangeOutcome>> requeueAsync, Reason refusal, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { } job)
        {
            return (ChangeOutcome.NotFound, null);
        }

        if ((await findRefusalAsync(job) ?? await FindObstacleAsync(job, ct)) is { } obstacle)
        {
            return (ChangeOutcome.Refused, obstacle);
        }

        // Until the execution ends, the document in memory is shown, and the end of the earlier runs is still published.
        await running.UntilEndedAsync(id, ct);
        var outcome = await requeueAsync();
        if (outcome == ChangeOutcome.Changed)
        {
            await queue.AnnounceAsync(job.ToJob());
        }

        return (outcome, outcome == ChangeOutcome.Refused ? refusal : null);
    }

    // Another node that has measured its runs compares its own environment when the job continues.
    private async Task<Reason?> FindObstacleAsync(JobDocument job, CancellationToken ct)
    {
        if (job.Environment is not { } before)
        {
            return null;
        }

        foreach (var node in before.LoadNodes)
        {
            if (await placement.IsOtherActiveAsync(node.Name, ct) is false)
            {
                return Reason.Of(ReasonCode.NodeNotActive, ("node", node.Name));
            }
        }

        return job.Node is { } other && await placement.IsOtherActiveAsync(other, ct) is { } isActive
            ? isActive ? null : Reason.Of(ReasonCode.NodeNotActive, ("node", other))
            : Resumption.FindDifference(job, Resumption.Expected(job, before));
    }
}
