using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Waits while the events of the running job cannot be stored, so that no run is lost.</summary>
public sealed class UnsavedRuns(IHostApplicationLifetime lifetime, TimeProvider time, ILogger<UnsavedRuns> logger)
{
    /// <summary>Waits between two runs, while no clock runs, until there is room for further events.</summary>
    /// <param name="recorder">The events.</param>
    /// <param name="id">The job.</param>
    /// <param name="ct">Ends the wait, so that the job can end.</param>
    public async Task WaitForRoomAsync(JobRecorder recorder, Guid id, CancellationToken ct)
    {
        while (recorder.IsFull && !ct.IsCancellationRequested)
        {
            logger.LogError(recorder.Failure, "Job {Job} waits, because neither the ledger nor the data folder can be written; next attempt in {Seconds} s", id, LedgerRetry.Pause.TotalSeconds);
            await Task.Delay(LedgerRetry.Pause, time, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!await recorder.TrySaveAsync())
            {
                await recorder.TrySpoolAsync();
            }
        }
    }

    /// <summary>Waits until all events are stored: the queue waits too. When the program stops, they are kept in a file for the next start.</summary>
    /// <param name="recorder">The events.</param>
    /// <param name="id">The job.</param>
    public async Task SaveAsync(JobRecorder recorder, Guid id)
    {
        while (recorder.Failure is { } failure)
        {
            logger.LogError(failure, "The runs of job {Job} could not be stored; next attempt in {Seconds} s", id, LedgerRetry.Pause.TotalSeconds);
            await Task.Delay(LedgerRetry.Pause, time, lifetime.ApplicationStopping).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!lifetime.ApplicationStopping.IsCancellationRequested)
            {
                await recorder.TrySaveAsync();
                continue;
            }

            if (await recorder.TrySpoolAsync() is { } unwritable)
            {
                logger.LogCritical(unwritable, "The last runs of job {Job} are lost: neither the ledger nor the data folder can be written", id);
            }

            return;
        }
    }
}
