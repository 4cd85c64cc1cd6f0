using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Records the events of one running job. While the ledger cannot be written, the events are in a file of the data folder, from
/// which they are stored in their order as soon as the ledger can be written again. One thread uses it at a time.</summary>
/// <param name="folder">The data folder.</param>
/// <param name="job">The job as it was started.</param>
/// <param name="maximumInMemory">Events that neither the ledger nor the file can take, before the job must wait. A run is about 2 KB.</param>
public sealed class JobRecorder(JobLedger ledger, string folder, Job job, TimeProvider time, int maximumInMemory = JobRecorder.DefaultInMemory)
{
    /// <summary>The events in memory by default.</summary>
    public const int DefaultInMemory = 1_000;

    /// <summary>An attempt on a locked ledger takes seconds, which would pass between all runs.</summary>
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(10);

    private readonly UnsavedFile _file = UnsavedFile.Of(folder, job);
    private readonly List<UnsavedEvent> _events = [];
    private long? _failedAt;

    /// <summary>Why the last event is not in the ledger yet; null when all events are.</summary>
    public LedgerException? Failure { get; private set; }

    /// <summary>The job as it ended in the ledger, which can be its state from before rounds were added; null before that.</summary>
    public Job? Ended { get; private set; }

    /// <summary>Whether each event is in the ledger or in the file.</summary>
    public bool IsKept => _events.Count == 0;

    /// <summary>Whether neither the ledger nor the file can take the events, and memory has its maximum: the job must wait.</summary>
    public bool IsFull => _events.Count > maximumInMemory;

    /// <summary>Stores an event and those before it in the ledger, or in the file.</summary>
    /// <exception cref="JobNotHeldException">The job is not running, or another node executes it.</exception>
    public async Task RecordAsync(JobEvent jobEvent, DateTimeOffset now)
    {
        if (jobEvent is JobEvent.SliceEnded)
        {
            return;
        }

        // A later progress replaces this one.
        if (jobEvent is not JobEvent.Progressed || Failure is null)
        {
            _events.Add(new(now, jobEvent));
        }

        try
        {
            if (_failedAt is { } failedAt && time.GetElapsedTime(failedAt) < RetryDelay && jobEvent is not JobEvent.Ended)
            {
                await AppendAsync();
            }
            else
            {
                await KeepAsync();
            }
        }
        catch (LedgerException)
        {
            // Failure has the reason, and the caller waits until the events are kept.
        }
    }

    /// <summary>Stores all events in the ledger, or else in the file, where the next start of the program finds them.</summary>
    /// <exception cref="LedgerException">Neither is possible.</exception>
    /// <exception cref="JobNotHeldException">The job is not running, or another node executes it.</exception>
    public async Task KeepAsync()
    {
        try
        {
            await SaveAsync();
        }
        catch (LedgerException)
        {
            await AppendAsync();
        }
    }

    /// <summary>Stores all events in the ledger.</summary>
    /// <exception cref="LedgerException">The ledger cannot be written.</exception>
    /// <exception cref="JobNotHeldException">The job is not running, or another node executes it.</exception>
    public async Task SaveAsync()
    {
        if (Failure is null && IsKept)
        {
            return;
        }

        try
        {
            Ended = await SaveAsync(ledger, job.Id, job.Lease, [.. await _file.ReadAsync(), .. _events]);
            Discard();
        }
        catch (Exception exception) when (exception is LedgerException or IOException or UnauthorizedAccessException)
        {
            Failure = exception as LedgerException
                ?? new LedgerException($"The runs that could not be stored cannot be read: {exception.Message.TrimEnd('.')}.", exception);
            _failedAt = time.GetTimestamp();
            _events.RemoveAll(kept => kept.Event is JobEvent.Progressed);
            throw Failure;
        }
    }

    private async Task AppendAsync()
    {
        try
        {
            await _file.AppendAsync(_events);
            _events.Clear();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Failure = new LedgerException(
                $"{Failure!.Message} The runs cannot be written to the data folder either: {exception.Message.TrimEnd('.')}.", exception);
        }
    }

    /// <summary>Discards the events that are kept.</summary>
    public void Discard()
    {
        (Failure, _failedAt) = (null, null);
        _events.Clear();
        try
        {
            _file.Remove();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The next start stores these runs a second time, which changes nothing.
        }
    }

    /// <summary>Stores what the last process could not store. Called before its running jobs become interrupted.</summary>
    /// <returns>The files that could not be read as a whole.</returns>
    /// <exception cref="LedgerException">The ledger cannot be written, or a file can be neither read nor moved.</exception>
    public static async Task<IReadOnlyList<DamagedFile>> RecoverAsync(JobLedger ledger, string folder, CancellationToken ct)
    {
        var damaged = new List<DamagedFile>();
        foreach (var path in FindLeft(folder))
        {
            ct.ThrowIfCancellationRequested();
            try
            {
                if (await RecoverAsync(ledger, path) is { } file)
                {
                    damaged.Add(file);
                }
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                throw new LedgerException($"The file {path} with runs that are not in the ledger can be neither read nor moved: "
                    + $"{exception.Message.TrimEnd('.')}. Move it away, or give this user the right to it.", exception);
            }
        }

        return damaged;
    }

    private static IReadOnlyList<string> FindLeft(string folder)
    {
        try
        {
            return UnsavedFile.FindLeft(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LedgerException($"The folder {Path.Combine(folder, UnsavedFile.FolderName)} with runs that "
                + $"are not in the ledger cannot be read: {exception.Message.TrimEnd('.')}.", exception);
        }
    }

    private static async Task<DamagedFile?> RecoverAsync(JobLedger ledger, string path)
    {
        var file = UnsavedFile.Left(path);
        if (file.Execution is not { } execution)
        {
            return new(path, file.Quarantine(), new FormatException("Its name is not the id of a job."));
        }

        IReadOnlyList<UnsavedEvent> events;
        try
        {
            events = await file.ReadAsync();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new(path, file.Quarantine(), exception);
        }

        try
        {
            await SaveAsync(ledger, execution.Job, execution.Lease, events);
        }
        catch (JobNotHeldException)
        {
            // Another node has interrupted the job.
        }

        var damage = file.Damage;
        return file.Remove() is { } movedTo ? new(path, movedTo, damage!) : null;
    }

    // One transaction per event: a run that is recorded twice is stored once.
    private static async Task<Job?> SaveAsync(JobLedger ledger, Guid id, long lease, IReadOnlyList<UnsavedEvent> events)
    {
        Job? ended = null;
        foreach (var kept in events)
        {
            ended = await ledger.RecordAsync(id, lease, kept.Event, kept.At, CancellationToken.None);
        }

        return ended;
    }
}

/// <summary>A file with events that could not be read, or not all of them.</summary>
/// <param name="Path">Its name.</param>
/// <param name="MovedTo">Its new name.</param>
/// <param name="Cause">Why it, or its first damaged line, could not be read.</param>
public sealed record DamagedFile(string Path, string MovedTo, Exception Cause);
