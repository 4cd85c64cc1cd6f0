using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Changes how a job is summarised, while it waits, runs or has ended, and tells whoever watches it.</summary>
public sealed class JobChanges(JobLedger ledger, Catalogue catalogue, LiveFeed feed)
{
    /// <inheritdoc cref="JobLedger.LeaveOutAsync"/>
    public async Task<ChangeOutcome> LeaveOutAsync(Guid id, CaseKey @case, int round, bool leftOut, CancellationToken ct) =>
        await TellAsync(id, await ledger.LeaveOutAsync(id, @case, round, leftOut, ct));

    /// <inheritdoc cref="JobLedger.LeaveDisturbedOutAsync"/>
    public async Task<ChangeOutcome> LeaveDisturbedOutAsync(Guid id, bool leftOut, CancellationToken ct) =>
        await TellAsync(id, await ledger.LeaveDisturbedOutAsync(id, leftOut, ct));

    /// <inheritdoc cref="JobLedger.ChangeBaselineAsync"/>
    public async Task<ChangeOutcome> ChangeBaselineAsync(Guid id, string strategy, CancellationToken ct) =>
        await TellAsync(id, await ledger.ChangeBaselineAsync(id, strategy, ct));

    // One change may move every ratio of the job: all that a watcher could have wrong is told again.
    private async Task<ChangeOutcome> TellAsync(Guid id, ChangeOutcome outcome)
    {
        if (outcome != ChangeOutcome.Changed || !feed.Watched.Contains(id) || await ledger.FindAsync(id, CancellationToken.None) is not { } job)
        {
            return outcome;
        }

        foreach (var result in job.Cases)
        {
            foreach (var run in result.Runs.Where(run => run.IsDisturbed))
            {
                feed.Publish(id, LiveEvents.RunEnded(new(result.Strategy, result.Target, result.Point), run));
            }

            feed.Publish(id, LiveEvents.Summary(result));
        }

        if (job.State == JobState.Running)
        {
            feed.Publish(id, LiveEvents.Findings(job, catalogue));
        }

        feed.Publish(id, LiveEvents.State(job));
        return outcome;
    }
}
