
namespace RedisPerf.Core.Model;

/// <summary>A request with its identity, its state and its times. Its runs are stored separately.</summary>
public sealed record Job
{
    /// <summary>Version 7: ordered by creation.</summary>
    public required Guid Id { get; init; }

    /// <summary>Given by the ledger in the order in which jobs are added, and not reused; null before that.</summary>
    public long? Number { get; init; }

    public required JobRequest Request { get; init; }

    public required RequestedBy RequestedBy { get; init; }

    public JobState State { get; init; }

    /// <summary>The name of the schedule that requested it; null for any other job.</summary>
    public string? Schedule { get; init; }

    /// <summary>The scheduled run that this job confirms; null for any other job. It is not a scheduled run itself.</summary>
    public Guid? Confirms { get; init; }

    public string? Note { get; init; }

    /// <summary>Marked by a user: such a job is never removed because of its age.</summary>
    public bool Starred { get; init; }

    /// <summary>Why it failed or was interrupted.</summary>
    public Reason? Error { get; init; }

    public Progress? Progress { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }

    public DateTimeOffset? StartedAt { get; init; }

    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>How often it continued: after an interruption, or with added rounds.</summary>
    public int Resumes { get; init; }

    /// <summary>The node that executes the job, or executed it last; null before the first start.</summary>
    public string? Node { get; init; }

    /// <summary>Increases with each start. The events of an earlier execution are refused.</summary>
    public long Lease { get; init; }

    public JobEnvironment? Environment { get; init; }

    public bool HasEnded => State is not (JobState.Queued or JobState.Running);

    /// <summary>Every key that the job writes starts with it. No other key has it.</summary>
    public string KeyPrefix => PrefixOf(Id);

    /// <summary>The keys of all jobs start with it.</summary>
    internal const string AllKeysPrefix = "redisperf:";

    /// <summary>The start of every key of a job.</summary>
    public static string PrefixOf(Guid id) => $"{AllKeysPrefix}{id:N}:";

    /// <summary>The job of a key; null for the key of another program.</summary>
    internal static Guid? OfKey(string key) => key.Split(':', 3) is [_, var id, _] && Guid.TryParseExact(id, "N", out var job) && key.StartsWith(PrefixOf(job), StringComparison.Ordinal) ? job : null;

    /// <summary>A new job in the queue.</summary>
    public static Job Create(JobRequest request, RequestedBy requestedBy, DateTimeOffset now, string? note = null, string? schedule = null) => new()
    {
        Id = Guid.CreateVersion7(now),
        Request = request,
        RequestedBy = requestedBy,
        Schedule = schedule,
        Note = note,
        CreatedAt = now,
    };
}
