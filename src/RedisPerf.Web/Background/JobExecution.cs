using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Runs one job: each event of the runner goes, in order, to the ledger and then to whoever watches.</summary>
public sealed class JobExecution(JobLedger ledger, Catalogue catalogue, Runner runner, JobQueue queue, RunningJobs running, LeftKeys leftKeys, LiveFeed feed, Housekeeping housekeeping, IHostApplicationLifetime lifetime, TimeProvider time, ILogger<JobExecution> logger)
{
    private static readonly TimeSpan TryAgain = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Runs a job that is queued in the ledger, and refuses any other: one that was cancelled meanwhile, and one that Hangfire,
    /// which executes each job at least once, hands over a second time.
    /// </summary>
    /// <param name="id">The job.</param>
    /// <param name="ct">Cancelled when the background work stops.</param>
    public async Task RunAsync(Guid id, CancellationToken ct)
    {
        using var execution = running.TryBegin(id);
        if (execution is null)
        {
            return;
        }

        // The program's own signal comes half a second before Hangfire's.
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct, execution.Cancelled, lifetime.ApplicationStopping);
        try
        {
            await RunAsync(id, execution.Cancelled, stop.Token);
        }
        finally
        {
            queue.Forget(id);
        }
    }

    private async Task RunAsync(Guid id, CancellationToken cancelled, CancellationToken ct)
    {
        try
        {
            await leftKeys.Tried.WaitAsync(ct);
        }
        catch (OperationCanceledException)
        {
            // The program ends: the job stays queued, for the next start.
            return;
        }

        Job? job = null;
        if (!await RetryAsync(async () => job = await ledger.StartAsync(id, time.GetUtcNow(), CancellationToken.None), $"The start of job {id}", ct) || job is null)
        {
            return;
        }

        try
        {
            await queue.TellWaitingAsync(CancellationToken.None);
            await FollowAsync(job, cancelled, ct);
        }
        catch (Exception exception)
        {
            logger.LogError(exception, "Job {Job} broke off", id);
            await FailAsync(id, exception);
        }

        // Somebody may have deleted it already.
        if (await ledger.FindAsync(id, CancellationToken.None) is { } ended)
        {
            feed.Publish(id, LiveEvents.End(ended));
        }

        housekeeping.RequestReview();
    }

    private Task<bool> FailAsync(Guid id, Exception reason) => RetryAsync(
        () => ledger.RecordAsync(id, new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.InternalError, ("message", reason.Message))), time.GetUtcNow(), CancellationToken.None),
        $"The end of job {id}",
        lifetime.ApplicationStopping);

    // While the disk is full or the file is held, no job can be run: the queue waits, rather than lose one after the other.
    // What cannot be kept before the program ends, the next start takes up.
    private async Task<bool> RetryAsync(Func<Task> keep, string what, CancellationToken ct)
    {
        while (true)
        {
            try
            {
                await keep();
                return true;
            }
            catch (LedgerException exception)
            {
                logger.LogError(exception, "{What} could not be kept; it is tried again in {Seconds} s", what, TryAgain.TotalSeconds);
            }

            try
            {
                await Task.Delay(TryAgain, time, ct);
            }
            catch (OperationCanceledException)
            {
                return false;
            }
        }
    }

    private async Task FollowAsync(Job job, CancellationToken cancelled, CancellationToken ct)
    {
        var summaries = new Dictionary<CaseKey, CaseResult>();
        await foreach (var next in runner.RunAsync(job, ct))
        {
            // No request cancelled the job, so the program is ending.
            var jobEvent = next is JobEvent.Ended { State: JobState.Cancelled } && !cancelled.IsCancellationRequested
                ? new JobEvent.Ended(JobState.Interrupted, Reason.Of(ReasonCode.ProcessStopped))
                : next;
            await ledger.RecordAsync(job.Id, jobEvent, time.GetUtcNow(), CancellationToken.None);
            await PublishAsync(job.Id, jobEvent, summaries);
        }
    }

    private async Task PublishAsync(Guid id, JobEvent jobEvent, Dictionary<CaseKey, CaseResult> summaries)
    {
        switch (jobEvent)
        {
            case JobEvent.Started:
                feed.Publish(id, LiveEvents.State(await DocumentAsync(id)));
                break;
            case JobEvent.Progressed progressed:
                feed.Publish(id, LiveEvents.Progressed(progressed.Progress));
                break;
            case JobEvent.RunEnded ended:
                feed.Publish(id, LiveEvents.RunEnded(ended.Case, ended.Run));
                await PublishSummariesAsync(id, summaries);
                break;
        }
    }

    // A run of the baseline or the floor changes the ratios of all: each summary that is not what it was is told.
    private async Task PublishSummariesAsync(Guid id, Dictionary<CaseKey, CaseResult> told)
    {
        var document = await DocumentAsync(id);
        foreach (var result in document.Cases)
        {
            var key = new CaseKey(result.Strategy, result.Target, result.Point);
            if (!Summary.AreAlike(told.GetValueOrDefault(key)?.Summary, result.Summary))
            {
                told[key] = result;
                feed.Publish(id, LiveEvents.Summary(result));
            }
        }

        feed.Publish(id, LiveEvents.Findings(document, catalogue));
    }

    private async Task<JobDocument> DocumentAsync(Guid id) => (await ledger.FindAsync(id, CancellationToken.None))!;
}
