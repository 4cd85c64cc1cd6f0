using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Executes one queued job from its place in the queue to its end.</summary>
public sealed class JobExecution(
    RunningJobs running, LeftKeyRemoval leftKeys, JobStart start, EventRecording recording, WaitPolicy waits, JobEndPublisher publisher,
    Housekeeping housekeeping,
    JobRepetition repetition)
{
    /// <summary>Runs a job that is queued in the ledger. Ignores a job that was cancelled before its start, and a second call for the same
    /// job: Hangfire executes each job at least once.</summary>
    /// <param name="id">The job.</param>
    /// <param name="ct">Cancelled when the program ends.</param>
    public async Task RunAsync(Guid id, CancellationToken ct)
    {
        using var execution = running.TryBegin(id);
        if (execution is null)
        {
            return;
        }

        await using var stopping = ct.UnsafeRegister(_ => execution.Control.Stop(StopCause.ProcessStopped), null);
        JobState? state = null;
        try
        {
            state = await RunQueuedAsync(id, execution.Control);
        }
        finally
        {
            if (state != JobState.Queued)
            {
                waits.Discard(id);
            }
        }
    }

    /// <returns>The state of the job; null when it did not start, or when another node has it.</returns>
    private async Task<JobState?> RunQueuedAsync(Guid id, JobControl control)
    {
        if (await start.FindQueuedAsync(id, control.Stopped) is not { } queued)
        {
            return null;
        }

        IDisposable held;
        try
        {
            held = await leftKeys.BeginJobAsync(queued, control.Stopped);
        }
        catch (OperationCanceledException)
        {
            // The job stays queued, for the next start of the program.
            return null;
        }

        using (held)
        {
            return await start.StartAsync(queued, control.Stopped) is var (job, finished) ? await MeasureAsync(job, finished, control) : null;
        }
    }

    private async Task<JobState?> MeasureAsync(Job job, JobEvent.RunEnded[] finished, JobControl control)
    {
        JobEvent.Ended end;
        Job? stored;
        try
        {
            (end, stored) = await recording.RecordAsync(job, finished, control);
        }
        catch (JobNotHeldException)
        {
            await publisher.PublishStoredAsync(job);
            return null;
        }

        if (end.State == JobState.Queued)
        {
            return end.State;
        }

        // After the live job is gone: from now on the job is read from the ledger, and nothing is measured.
        publisher.Publish(job.Id, stored, end);
        housekeeping.RequestReview();
        if (end.HasLostNode)
        {
            await repetition.RepeatAsync(job.Id, control.Stopped);
        }

        return end.State;
    }
}
