using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Executes one queued job from its place in the queue to its end, and decides whether it is queued again or repeated.</summary>
public sealed class JobExecution(RunningJobs running, LeftKeyRemoval leftKeys, JobReader reader, JobStart start, EventRecording recording, OpeningWaits waits, JobEndPublisher publisher, Housekeeping housekeeping, JobRepetition repetition, IHostApplicationLifetime lifetime)
{
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
            isQueuedAgain = await RunQueuedAsync(id, execution.Cancelled, stop.Token);
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
    private async Task<bool> RunQueuedAsync(Guid id, CancellationToken cancelled, CancellationToken ct)
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

        if (await reader.FindJobAsync(id, ct) is not { State: JobState.Queued } queued)
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
            return await MeasureAsync(queued, cancelled, ct);
        }
    }

    private async Task<bool> MeasureAsync(Job queued, CancellationToken cancelled, CancellationToken ct)
    {
        if (await start.StartAsync(queued, ct) is not var (job, finished))
        {
            return false;
        }

        JobEvent.Ended? end;
        try
        {
            end = await recording.RecordAsync(job, finished, cancelled, ct);
        }
        catch (JobNotHeldException)
        {
            await publisher.PublishStoredAsync(job);
            return false;
        }

        if (end is null)
        {
            return true;
        }

        // After the live job is gone: from now on the job is read from the ledger, and nothing is measured.
        await publisher.PublishAsync(job, end);
        housekeeping.RequestReview();
        if (EventCorrection.IsAssistantLost(end))
        {
            await repetition.RepeatAsync(job.Id, ct);
        }

        return false;
    }
}
