using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Runs a started job, and stores each event of the runner in the ledger, or keeps it until that is possible, adds it to the document in memory, and publishes it to the watchers, in this order.</summary>
public sealed class EventRecording(Runner runner, LiveJobs jobs, LiveLists lists, QueuePositions positions, UnsavedRuns unsaved, OpeningWaits waits, JobReader reader, LedgerClock clock, IHostApplicationLifetime lifetime, ILogger<EventRecording> logger)
{
    /// <param name="job">The job as it was started.</param>
    /// <param name="finished">The runs of a job that continues.</param>
    /// <param name="cancelled">Cancelled by a request to cancel this job, and by nothing else.</param>
    /// <param name="ct">Stops the job.</param>
    /// <returns>The end of the job; null when it waits for a target and gave its place to the next job.</returns>
    /// <exception cref="JobNotHeldException">The job is not running, or another node executes it.</exception>
    public async Task<JobEvent.Ended?> RecordAsync(Job job, JobEvent.RunEnded[] finished, CancellationToken cancelled, CancellationToken ct)
    {
        JobEvent.Ended? end;
        var recorder = unsaved.Begin(job);
        try
        {
            using var live = jobs.Begin(job, finished);
            live.PublishStart();
            end = await RecordAsync(job, finished, live, recorder, cancelled, ct);
        }
        catch (JobNotHeldException)
        {
            recorder.Discard();
            throw;
        }

        if (end is null)
        {
            await PublishPositionsAsync();
        }

        return end;
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

    private async Task<JobEvent.Ended?> FollowAsync(Job job, JobEvent.RunEnded[] finished, LiveJob live, JobRecorder recorder, CancellationToken cancelled, CancellationToken ct)
    {
        var hasStarted = false;
        await foreach (var next in runner.RunAsync(job, finished, () => live.Document, ct))
        {
            if (next is JobEvent.Ended { Error: { Code: ReasonCode.TargetLeased or ReasonCode.TargetPreparing } reason } && !hasStarted && waits.GivesPlace(job))
            {
                // The other job may have been cancelled in between.
                return await waits.PassAsync(job, reason, ct) ? null : await FollowAsync(job, finished, live, recorder, cancelled, ct);
            }

            var jobEvent = EventCorrection.Correct(next, job, hasStarted, cancelled);
            hasStarted |= jobEvent is JobEvent.Started;
            await StoreAsync(jobEvent, job, live, recorder);
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

    private Task StoreAsync(JobEvent jobEvent, Job job, LiveJob live, JobRecorder recorder)
    {
        var now = clock.GetUtcNow();
        Func<Task<JobDocument?>>? reload = jobEvent is JobEvent.Ended && job.Resumes > 0 ? () => ReloadEndedAsync(job, recorder) : null;
        return live.RecordAsync(jobEvent, now, () => recorder.RecordAsync(jobEvent, now), reload);
    }

    // The ledger may restore the state from before rounds were added.
    private async Task<JobDocument?> ReloadEndedAsync(Job job, JobRecorder recorder) =>
        recorder.Failure is null ? await reader.FindAsync(job.Id, lifetime.ApplicationStopping) : null;

    private async Task PublishPositionsAsync()
    {
        try
        {
            await positions.PublishAsync(CancellationToken.None);
        }
        catch (LedgerException exception)
        {
            logger.LogWarning(exception, "The positions of the waiting jobs could not be read");
        }
    }
}
