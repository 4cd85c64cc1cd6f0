using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>
/// Records the events of one running job. While the ledger cannot be written, the events are kept in memory, then in a file
/// of the data folder, and stored in their order as soon as it can be written again. One thread uses it at a time.
/// </summary>
/// <param name="ledger">The ledger.</param>
/// <param name="folder">The data folder.</param>
/// <param name="job">The job as it was started.</param>
/// <param name="time">The clock.</param>
public sealed class JobRecorder(JobLedger ledger, string folder, Job job, TimeProvider time)
{
    private const string FolderName = "unsaved";

    /// <summary>Events in memory. A run is about 2 KB.</summary>
    private const int MaximumInMemory = 1_000;

    /// <summary>An attempt on a locked ledger takes seconds, which would pass between all runs.</summary>
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(10);

    private readonly string _file = Path.Combine(folder, FolderName, $"{job.Id:D}.{job.Lease}.jsonl");
    private readonly List<UnsavedEvent> _events = [];
    private long? _failedAt;

    /// <summary>Why the last event is not stored yet; null when all events are.</summary>
    public LedgerException? Trouble { get; private set; }

    /// <summary>Stores an event and those before it, or keeps it.</summary>
    /// <exception cref="JobNotHeldException">The job is not running, or another node executes it.</exception>
    public async Task RecordAsync(JobEvent jobEvent, DateTimeOffset now)
    {
        // A later progress replaces this one.
        if (jobEvent is not JobEvent.Progressed || Trouble is null)
        {
            _events.Add(new(now, jobEvent));
        }

        if (_failedAt is not { } failedAt || time.GetElapsedTime(failedAt) >= RetryDelay || jobEvent is JobEvent.Ended)
        {
            await TrySaveAsync();
        }

        if (_events.Count > MaximumInMemory)
        {
            await SpoolAsync();
        }
    }

    /// <summary>Stores all events that are kept.</summary>
    /// <returns>False when the ledger cannot be written.</returns>
    public async Task<bool> TrySaveAsync()
    {
        try
        {
            await SaveAsync(ledger, job.Id, job.Lease, [.. await ReadAsync(_file), .. _events]);
            Discard();
            return true;
        }
        catch (LedgerException exception)
        {
            (Trouble, _failedAt) = (exception, time.GetTimestamp());
            _events.RemoveAll(kept => kept.Event is JobEvent.Progressed);
            return false;
        }
    }

    /// <summary>Moves the events from memory to a file, for the next start of the program.</summary>
    /// <exception cref="IOException">The file cannot be written; the events remain in memory.</exception>
    public async Task SpoolAsync()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
        await File.AppendAllLinesAsync(_file, _events.Select(kept => JsonSerializer.Serialize(kept.ToLine(), ModelJson.Options)));
        _events.Clear();
    }

    /// <summary>Discards the events that are kept.</summary>
    public void Discard()
    {
        (Trouble, _failedAt) = (null, null);
        _events.Clear();
        if (File.Exists(_file))
        {
            File.Delete(_file);
        }
    }

    /// <summary>Stores what the last process could not store. Called before its running jobs become interrupted.</summary>
    public static async Task RecoverAsync(JobLedger ledger, string folder, CancellationToken ct)
    {
        var unsaved = Path.Combine(folder, FolderName);
        foreach (var file in Directory.Exists(unsaved) ? Directory.GetFiles(unsaved, "*.jsonl") : [])
        {
            ct.ThrowIfCancellationRequested();
            try
            {
                if (LeaseOf(file) is { } held)
                {
                    await SaveAsync(ledger, held.Job, held.Lease, await ReadAsync(file));
                }
            }
            catch (JobNotHeldException)
            {
                // Another node has interrupted the job.
            }

            File.Delete(file);
        }
    }

    // An earlier version wrote no lease.
    private static (Guid Job, long Lease)? LeaseOf(string file) => Path.GetFileName(file).Split('.') switch
    {
        [var name, _] when Guid.TryParse(name, out var job) => (job, 0),
        [var name, var number, _] when Guid.TryParse(name, out var job) && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var lease) => (job, lease),
        _ => null,
    };

    // One transaction per event: a run that is recorded twice is stored once.
    private static async Task SaveAsync(JobLedger ledger, Guid id, long lease, IReadOnlyList<UnsavedEvent> events)
    {
        foreach (var kept in events)
        {
            await ledger.RecordAsync(id, lease, kept.Event, kept.At, CancellationToken.None);
        }
    }

    // The process may have ended within the last line.
    private static async Task<List<UnsavedEvent>> ReadAsync(string file)
    {
        var events = new List<UnsavedEvent>();
        foreach (var line in File.Exists(file) ? await File.ReadAllLinesAsync(file) : [])
        {
            try
            {
                events.Add(UnsavedEvent.Of(JsonSerializer.Deserialize<Line>(line, ModelJson.Options)!));
            }
            catch (JsonException)
            {
                return events;
            }
        }

        return events;
    }

    private sealed record UnsavedEvent(DateTimeOffset At, JobEvent Event)
    {
        public Line ToLine() => Event switch
        {
            JobEvent.Started(var environment) => new(At, Environment: environment),
            JobEvent.Progressed(var progress) => new(At, Progress: progress),
            JobEvent.RunEnded(var @case, var run) => new(At, Case: @case, Run: run),
            JobEvent.Ended(var state, var error) => new(At, State: state, Error: error),
            _ => throw new InvalidOperationException($"{Event.GetType().Name} is not recorded."),
        };

        public static UnsavedEvent Of(Line line) => new(line.At, line switch
        {
            { Environment: { } environment } => new JobEvent.Started(environment),
            { Progress: { } progress } => new JobEvent.Progressed(progress),
            { Case: { } @case, Run: { } run } => new JobEvent.RunEnded(@case, run),
            { State: { } state } => new JobEvent.Ended(state, line.Error),
            _ => throw new JsonException("The line has no event."),
        });
    }

    private sealed record Line(DateTimeOffset At, JobEnvironment? Environment = null, Progress? Progress = null, CaseKey? Case = null, Run? Run = null, JobState? State = null, Reason? Error = null);
}
