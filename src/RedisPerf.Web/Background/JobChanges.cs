using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Changes how a job is summarized, while it waits, runs or has ended, or deletes it, and informs the watchers.</summary>
public sealed class JobChanges(JobLedger ledger, Catalogue catalogue, LiveJobs jobs, LiveFeed feed, LiveLists lists)
{
    /// <inheritdoc cref="JobLedger.ExcludeRunAsync"/>
    public Task<ChangeOutcome> ExcludeRunAsync(Guid id, CaseKey @case, int round, bool exclude, CancellationToken ct) =>
        ChangeAsync(id, () => ledger.ExcludeRunAsync(id, @case, round, exclude, ct));

    /// <inheritdoc cref="JobLedger.ExcludeDisturbedRunsAsync"/>
    public Task<ChangeOutcome> ExcludeDisturbedRunsAsync(Guid id, bool exclude, CancellationToken ct) =>
        ChangeAsync(id, () => ledger.ExcludeDisturbedRunsAsync(id, exclude, ct));

    /// <inheritdoc cref="JobLedger.ChangeBaselineAsync"/>
    public Task<ChangeOutcome> ChangeBaselineAsync(Guid id, string strategy, CancellationToken ct) =>
        ChangeAsync(id, () => ledger.ChangeBaselineAsync(id, strategy, ct));

    /// <inheritdoc cref="JobLedger.DeleteAsync"/>
    public async Task<DeleteOutcome> DeleteAsync(Guid id, CancellationToken ct)
    {
        var outcome = await ledger.DeleteAsync(id, ct);
        if (outcome == DeleteOutcome.Deleted)
        {
            lists.Change();
        }

        return outcome;
    }

    private async Task<ChangeOutcome> ChangeAsync(Guid id, Func<Task<ChangeOutcome>> change)
    {
        if (jobs.Find(id) is { } live)
        {
            return await live.ChangeAsync(change, () => ledger.FindAsync(id, CancellationToken.None));
        }

        var outcome = await change();
        if (outcome == ChangeOutcome.Changed && feed.IsWatched(id) && await ledger.FindAsync(id, CancellationToken.None) is { } job)
        {
            feed.Publish(id, LiveEvents.State(job));
            feed.Publish(id, LiveEvents.Page(PageTexts.Of(job, catalogue.Find(job.Benchmark)?.Info, lists.Running)));
        }

        return outcome;
    }
}
