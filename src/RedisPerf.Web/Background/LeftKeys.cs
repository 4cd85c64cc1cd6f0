using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Removes the keys that the jobs of a killed process left on their servers.</summary>
public sealed class LeftKeys(Runner runner, JobLedger ledger, ILogger<LeftKeys> logger)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(15);

    private readonly TaskCompletionSource _tried = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when the removal has ended. No job may run before.</summary>
    public Task Tried => _tried.Task;

    /// <summary>Call it once. An unreachable target is added to the error of the job and logged as a warning.</summary>
    public async Task RemoveAsync(IReadOnlyList<Job> interrupted, CancellationToken ct)
    {
        try
        {
            foreach (var job in interrupted)
            {
                await RemoveAsync(job, ct);
            }
        }
        finally
        {
            _tried.SetResult();
        }
    }

    private async Task RemoveAsync(Job job, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Limit);
        try
        {
            if (await runner.CleanAsync(job, limit.Token) is { } left)
            {
                logger.LogWarning("Job {Job} was interrupted. {Left}", job.Id, left.ToText());
                await ledger.AddToErrorAsync(job.Id, left, CancellationToken.None);
            }
        }
        catch (Exception exception)
        {
            // An exception in a background service stops the program. Options of another version may be invalid in this one.
            logger.LogError(exception, "The keys of job {Job} on its targets could not be removed; they start with {Prefix}", job.Id, job.KeyPrefix);
        }
    }
}
