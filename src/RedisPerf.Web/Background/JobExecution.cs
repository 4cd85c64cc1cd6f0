using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Runs one job. Each event of the runner is stored in the ledger, or kept until that is possible, added to the document in memory, and published to the watchers, in this order.</summary>
public sealed class JobExecution(JobLedger ledger, RecoveryLedger recoveries, JobOffers offers, LedgerRetry retry, NodeIdentity node, LiveJobs jobs, Runner runner, JobQueue queue, RunningJobs running, OpeningWaits waits, UnsavedRuns unsaved, LeftKeyRemoval leftKeys, LeftKeyLedger leftKeyLedger, TargetCatalogue targets, LiveFeed feed, LiveLists lists, LiveMetrics metrics, Housekeeping housekeeping, IHostApplicationLifetime lifetime, LedgerClock clock, TimeProvider time, IOptions<RedisPerfOptions> options, ILogger<JobExecution> logger)
{
    private volatile JobRecorder? _recorder;

    /// <summary>Why the events of the running job are not in the ledger yet; null when they are.</summary>
    public LedgerException? Failure => _recorder?.Failure;

    /// <summary>The events of the running job that are kept in memory while the ledger cannot be written.</summary>
    internal int EventsInMemory { get; set; } = JobRecorder.DefaultInMemory;

    /// <summary>
    /// Runs a job that is queued in the ledger. Ignores a job that was cancelled before its start, and a second call for the
    /// same job: Hangfire executes each job at least once.
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
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct, execution.Cancelled, execution.Lost, lifetime.ApplicationStopping);
        var isQueuedAgain = false;
        try
        {
            isQueuedAgain = await RunAsync(id, execution.Cancelled, stop.Token);
        }
        finally
        {
            if (!isQueuedAgain)
            {
                waits.Forget(id);
            }
        }
    }

    /// <returns>Whether the job gave its place to another one and is in the queue again.</returns>
    private async Task<bool> RunAsync(Guid id, CancellationToken cancelled, CancellationToken ct)
    {
        try
        {
            await leftKeys.Tried.WaitAsync(ct);
            // A wait for something that has already ended is not cancelled.
            ct.ThrowIfCancellationRequested();
        }
        catch (OperationCanceledException)
        {
            // The program ends: the job stays queued, for the next start.
            return false;
        }

        Job? queued = null;
        if (!await retry.UntilDoneAsync(async () => queued = await ledger.FindJobAsync(id, CancellationToken.None), $"Job {id}", ct) || queued is not { State: JobState.Queued })
        {
            return false;
        }

        IDisposable held;
        try
        {
            held = await leftKeys.BeginJobAsync(queued, ct);
        }
        catch (OperationCanceledException)
        {
            return false;
        }

        using (held)
        {
            return await StartAsync(queued, cancelled, ct);
        }
    }

    private async Task<bool> StartAsync(Job queued, CancellationToken cancelled, CancellationToken ct)
    {
        var id = queued.Id;
        Job? job = null;
        JobEvent.RunEnded[] finished = [];
        var isStored = await retry.UntilDoneAsync(
            async () =>
            {
                finished = queued.Resumes == 0 ? [] : [.. await ledger.RunsAsync(id, CancellationToken.None)];
                job = await ledger.StartAsync(id, node, clock.GetUtcNow, leftKeyLedger.Of(queued, targets.Find), CancellationToken.None);
            },
            $"The start of job {id}",
            ct);
        if (!isStored || job is null)
        {
            return false;
        }

        await metrics.RefreshAsync(CancellationToken.None);
        JobEvent.Ended? end;
        var recorder = _recorder = new(ledger, options.Value.Data, job, time, EventsInMemory);
        try
        {
            using var live = jobs.Begin(job, finished);
            live.PublishStart();
            end = await RecordAsync(job, finished, live, recorder, cancelled, ct);
        }
        catch (JobNotHeldException)
        {
            recorder.Discard();
            await PublishStoredEndAsync(job);
            return false;
        }

        if (end is null)
        {
            await PublishPositionsAsync();
            return true;
        }

        // After the live job is gone: from now on the job is read from the ledger, and nothing is measured.
        await PublishEndAsync(job, end);
        housekeeping.RequestReview();
        if (IsAssistantLost(end))
        {
            await RepeatAsync(id, ct);
        }

        return false;
    }

    private async Task PublishEndAsync(Job job, JobEvent.Ended end)
    {
        var stored = job.Resumes > 0 ? await FindStoredAsync(job) : null;
        feed.Publish(job.Id, stored is null ? LiveEvents.End(end.State, end.Error, clock.GetUtcNow()) : LiveEvents.End(stored.State, stored.Error, stored.EndedAt));
    }

    private static bool IsAssistantLost(JobEvent.Ended end) => Reason.Flatten(end.Error).Any(reason => reason.Code is ReasonCode.AssistantLost or ReasonCode.SharedClockFailed);

    private async Task RepeatAsync(Guid id, CancellationToken ct)
    {
        Job? repeated = null;
        await retry.UntilDoneAsync(async () => repeated = await recoveries.RepeatAsync(id, clock.GetUtcNow(), ScheduledJobs.Grace, CancellationToken.None), $"The repetition of job {id}", ct);
        if (repeated is not null)
        {
            await offers.OfferAsync(repeated, ct);
            lists.Change();
        }
    }

    // Another node has declared this one lost, and may execute the job. Or the connection to the database was lost while the
    // end of the job was stored.
    private async Task PublishStoredEndAsync(Job job)
    {
        var stored = await FindStoredAsync(job);
        if (stored is not { State: JobState.Completed or JobState.Failed or JobState.Cancelled })
        {
            logger.LogWarning("Job {Job} was interrupted by another node, which did not see this one. Its last run is invalid", job.Id);
        }

        if (stored is { HasEnded: true })
        {
            feed.Publish(job.Id, LiveEvents.End(stored.State, stored.Error, stored.EndedAt));
        }
    }

    // The ledger may restore the state from before rounds were added.
    private async Task<JobDocument?> ReloadEndedAsync(Job job, JobRecorder recorder)
    {
        JobDocument? stored = null;
        if (recorder.Failure is null)
        {
            await retry.UntilDoneAsync(async () => stored = await ledger.FindAsync(job.Id, CancellationToken.None), $"Job {job.Id}", lifetime.ApplicationStopping);
        }

        return stored;
    }

    private async Task<Job?> FindStoredAsync(Job job)
    {
        Job? stored = null;
        await retry.UntilDoneAsync(async () => stored = await ledger.FindJobAsync(job.Id, CancellationToken.None), $"Job {job.Id}", lifetime.ApplicationStopping);
        return stored;
    }

    private async Task<JobEvent.Ended?> RecordAsync(Job job, JobEvent.RunEnded[] finished, LiveJob live, JobRecorder recorder, CancellationToken cancelled, CancellationToken ct)
    {
        JobEvent.Ended? end;
        try
        {
            await PublishPositionsAsync();
            end = await FollowAsync(job, finished, live, recorder, cancelled, ct);
        }
        catch (Exception exception) when (exception is not JobNotHeldException)
        {
            logger.LogError(exception, "Job {Job} failed", job.Id);
            end = new(JobState.Failed, Reason.Of(ReasonCode.InternalError, ("message", exception.Message)));
            await recorder.RecordAsync(end, clock.GetUtcNow());
        }

        if (end is not null)
        {
            await unsaved.SaveAsync(recorder, job.Id);
        }

        return end;
    }

    private async Task PublishPositionsAsync()
    {
        try
        {
            await queue.PublishPositionsAsync(CancellationToken.None);
        }
        catch (LedgerException exception)
        {
            logger.LogWarning(exception, "The positions of the waiting jobs could not be read");
        }
    }

    private async Task<bool> PassAsync(Job job, Reason reason, CancellationToken ct)
    {
        var hasPassed = false;
        await retry.UntilDoneAsync(
            async () => hasPassed = await waits.FindNextAsync(job, CancellationToken.None) is { } next && await queue.PassAsync(job, next), $"The place of job {job.Id} in the queue", ct);
        if (hasPassed)
        {
            waits.Pass(job.Id);
            logger.LogInformation("Job {Job} waits, and the next job on other targets runs first. {Reason}", job.Id, reason.ToText());
        }

        return hasPassed;
    }

    /// <returns>The end of the job; null when it waits for a target and gave its place to the next job.</returns>
    private async Task<JobEvent.Ended?> FollowAsync(Job job, JobEvent.RunEnded[] finished, LiveJob live, JobRecorder recorder, CancellationToken cancelled, CancellationToken ct)
    {
        var hasStarted = false;
        await foreach (var next in runner.RunAsync(job, finished, ct))
        {
            if (next is JobEvent.Ended { Error: { Code: ReasonCode.TargetLeased or ReasonCode.TargetPreparing } reason } && !hasStarted && waits.GivesPlace(job))
            {
                // The other job may have been cancelled in between.
                return await PassAsync(job, reason, ct) ? null : await FollowAsync(job, finished, live, recorder, cancelled, ct);
            }

            JobEvent jobEvent = next switch
            {
                JobEvent.Ended when !hasStarted && cancelled.IsCancellationRequested => new JobEvent.Ended(JobState.Cancelled, null),
                // No request cancelled the job, so the program is ending.
                JobEvent.Ended { State: JobState.Cancelled, Error: var left } when !cancelled.IsCancellationRequested =>
                    new JobEvent.Ended(JobState.Interrupted, left is null ? Reason.Of(ReasonCode.ProcessStopped) : Reason.Join(Reason.Of(ReasonCode.ProcessStopped), left)),
                JobEvent.Started(var environment) when job.Environment is { } before => Resumption.FindDifference(JobDocument.WithoutCases(job), environment) is { } difference
                    ? new JobEvent.Ended(JobState.Interrupted, difference)
                    : new JobEvent.Started(before),
                // The other nodes may be back later.
                JobEvent.Ended { State: JobState.Failed } failed when IsAssistantLost(failed) => failed with { State = JobState.Interrupted },
                // The target may be back later: the job can be resumed again.
                JobEvent.Ended { State: JobState.Failed } failed when job.Environment is not null && !hasStarted => failed with { State = JobState.Interrupted },
                _ => next,
            };
            hasStarted |= jobEvent is JobEvent.Started;
            var now = clock.GetUtcNow();
            Func<Task<JobDocument?>>? reload = jobEvent is JobEvent.Ended && job.Resumes > 0 ? () => ReloadEndedAsync(job, recorder) : null;
            await live.RecordAsync(jobEvent, now, () => recorder.RecordAsync(jobEvent, now), reload);
            await unsaved.WaitForRoomAsync(recorder, job.Id, ct);
            if (jobEvent is JobEvent.Progressed(var progress))
            {
                lists.ShowProgress(job, progress);
            }

            if (jobEvent is JobEvent.Ended end)
            {
                return end;
            }
        }

        throw new InvalidOperationException("The runner's last event was not the job's end.");
    }
}
