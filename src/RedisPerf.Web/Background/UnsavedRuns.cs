using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>Keeps the events of the running job that cannot be stored, and waits for the ledger, so that no run is lost.</summary>
public sealed class UnsavedRuns(JobLedger ledger, IHostApplicationLifetime lifetime, TimeProvider time, IOptions<RedisPerfOptions> options, ILogger<UnsavedRuns> logger)
{
    private volatile JobRecorder? _recorder;

    /// <summary>Why the events of the running job are not in the ledger yet; null when they are.</summary>
    public LedgerException? Failure => _recorder?.Failure;

    /// <summary>The events of the running job that are kept in memory while the ledger cannot be written.</summary>
    internal int EventsInMemory { get; set; } = JobRecorder.DefaultInMemory;

    /// <summary>Begins to record the events of a job that starts now.</summary>
    public JobRecorder Begin(Job job) => _recorder = new(ledger, options.Value.Data, job, time, EventsInMemory);

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
