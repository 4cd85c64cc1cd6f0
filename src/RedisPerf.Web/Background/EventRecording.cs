using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Runs a started job. It records each event of the runner in the ledger, adds it to the document in memory, and publishes it to
/// the watchers, in this order. While the ledger cannot be written, the events are in a file of the data folder.</summary>
public sealed class EventRecording(
    Runner runner, LiveJobs jobs, LiveLists lists, QueuePositions positions, JobLedger ledger, WaitPolicy waits, LedgerRetry retry,
    LedgerClock clock, TimeProvider time, IOptions<RedisPerfOptions> options, IHostApplicationLifetime lifetime, ILogger<EventRecording> logger)
{
    private volatile JobRecorder? _recorder;

    /// <summary>Why the events of the running job are not in the ledger yet; null when they are.</summary>
    public LedgerException? Failure => _recorder?.Failure;

    /// <summary>The events of the running job that are kept in memory while neither the ledger nor the data folder can be written.</summary>
    internal int EventsInMemory { get; set; } = JobRecorder.DefaultInMemory;

    /// <param name="job">The job as it was started.</param>
    /// <param name="finished">The runs of a job that continues.</param>
    /// <param name="control">Stops the job.</param>
    /// <returns>The end of the job, and the job as it ended in the ledger; null while the ledger is away. A job that ended as queued waits
    /// for a server, and is in the queue again.</returns>
    /// <exception cref="JobNotHeldException">The job is not running, or another node executes it.</exception>
    public async Task<(JobEvent.Ended End, Job? Stored)> RecordAsync(Job job, JobEvent.RunEnded[] finished, JobControl control)
    {
        JobEvent.Ended end;
        var recorder = _recorder = new(ledger, options.Value.Data, job, time, EventsInMemory);
        try
        {
            using var live = jobs.Begin(job, control, finished);
            live.PublishStart();
            await PublishPositionsAsync();
            end = await RecordAsync(job, finished, live, recorder, control);
        }
        catch (JobNotHeldException)
        {
            recorder.Discard();
            throw;
        }

        if (end.State == JobState.Queued)
        {
            await PublishPositionsAsync();
        }

        return (end, recorder.Ended);
    }

    private async Task<JobEvent.Ended> RecordAsync(Job job, JobEvent.RunEnded[] finished, LiveJob live, JobRecorder recorder, JobControl control)
    {
        JobEvent.Ended end;
        try
        {
            end = await FollowAsync(job, finished, live, recorder, control);
        }
        catch (Exception exception) when (exception is not JobNotHeldException)
        {
            logger.LogError(exception, "Job {Job} failed", job.Id);
            end = new(JobState.Failed, Reason.Of(ReasonCode.InternalError, ("message", exception.Message)));
            await recorder.RecordAsync(end, clock.GetUtcNow());
        }

        // The queue waits too. When the program stops, the events are in the file for the next start.
        if (!await retry.UntilDoneAsync(recorder.SaveAsync, $"The runs of job {job.Id}", lifetime.ApplicationStopping) && !recorder.IsKept)
        {
            logger.LogCritical(
                recorder.Failure, "The last runs of job {Job} are lost: neither the ledger nor the data folder can be written", job.Id);
        }

        return end;
    }

    private async Task<JobEvent.Ended> FollowAsync(Job job, JobEvent.RunEnded[] finished, LiveJob live, JobRecorder recorder, JobControl control)
    {
        await foreach (var next in runner.RunAsync(job, finished, control))
        {
            switch (next)
            {
                case JobEvent.Waiting waiting:
                    await waits.DecideAsync(job, waiting, control);
                    break;
                case JobEvent.Ended { State: JobState.Queued } end:
                    if (await waits.YieldAsync(job, end, control.Stopped))
                    {
                        return end;
                    }

                    // It was stopped in between; another node can only have cancelled it.
                    return await StoreAsync(JobEnds.Stopped(control.Cause ?? StopCause.CancelRequested), job, live, recorder, control);
                case JobEvent.Ended end:
                    return await StoreAsync(end, job, live, recorder, control);
                default:
                    await StoreAsync(next, job, live, recorder, control);
                    break;
            }
        }

        throw new InvalidOperationException("The runner's last event was not the job's end.");
    }

    private async Task<T> StoreAsync<T>(T jobEvent, Job job, LiveJob live, JobRecorder recorder, JobControl control)
        where T : JobEvent
    {
        var now = clock.GetUtcNow();
        await live.RecordAsync(jobEvent, now, async () =>
        {
            await recorder.RecordAsync(jobEvent, now);
            return recorder.Ended;
        });
        if (recorder.IsFull)
        {
            // The job waits, while no clock runs.
            await retry.UntilDoneAsync(recorder.KeepAsync, $"The runs of job {job.Id}", control.Stopped);
        }

        if (jobEvent is JobEvent.Progressed(var progress))
        {
            lists.ShowProgress(job, progress);
        }

        return jobEvent;
    }

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
