using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Removes what a killed process left on somebody's servers: the keys of the jobs that it was running.</summary>
public sealed class LeftKeys(Runner runner, JobLedger ledger, ILogger<LeftKeys> logger)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(15);

    private readonly TaskCompletionSource _tried = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when nothing is removed any more: no job's clock may run beside it.</summary>
    public Task Tried => _tried.Task;

    /// <summary>Called once. A target that cannot be reached is a sentence in the job's error, and a warning.</summary>
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
            // A background service that throws ends the program; options of another version may be none of this one's.
            logger.LogError(exception, "What job {Job} left on its targets could not be removed; its keys begin with {Prefix}", job.Id, job.KeyPrefix);
        }
    }
}
