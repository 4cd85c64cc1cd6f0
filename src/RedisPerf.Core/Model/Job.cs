
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A request with its identity, its state and its times. Its runs are stored separately. The numbers of the properties order them
/// in the JSON of the <see cref="JobDocument"/>.</summary>
public record Job
{
    /// <summary>Version 7: ordered by creation.</summary>
    [JsonPropertyOrder(0)]
    public required Guid Id { get; init; }

    /// <summary>Given by the ledger in the order in which jobs are added, and not reused; null before that.</summary>
    [JsonPropertyOrder(1)]
    public long? Number { get; init; }

    /// <summary>In the JSON of a document, the document has the benchmark and the title of its request, before the request.</summary>
    [JsonPropertyOrder(11)]
    public required JobRequest Request
    {
        get;
        init => field =
            value.Benchmark.Length == 0 && field is { Runs: 0 } named ? value with { Benchmark = named.Benchmark, Title = named.Title } : value;
    }

    [JsonPropertyOrder(5)]
    public required RequestedBy RequestedBy { get; init; }

    [JsonPropertyOrder(4), JsonRequired]
    public JobState State { get; init; }

    /// <summary>The name of the schedule that requested it; null for any other job.</summary>
    [JsonPropertyOrder(6)]
    public string? Schedule { get; init; }

    /// <summary>The scheduled run that this job confirms; null for any other job. It is not a scheduled run itself.</summary>
    [JsonPropertyOrder(7)]
    public Guid? Confirms { get; init; }

    [JsonPropertyOrder(8)]
    public string? Note { get; init; }

    /// <summary>Marked by a user: such a job is never removed because of its age.</summary>
    [JsonPropertyOrder(9)]
    public bool Starred { get; init; }

    /// <summary>Why it failed or was interrupted.</summary>
    [JsonPropertyOrder(10)]
    public Reason? Error { get; init; }

    [JsonPropertyOrder(15)]
    public Progress? Progress { get; init; }

    [JsonPropertyOrder(16)]
    public required DateTimeOffset CreatedAt { get; init; }

    [JsonPropertyOrder(17)]
    public DateTimeOffset? StartedAt { get; init; }

    [JsonPropertyOrder(18)]
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>How often it continued: after an interruption, or with added rounds.</summary>
    [JsonPropertyOrder(19)]
    public int Resumes { get; init; }

    /// <summary>The node that executes the job, or executed it last; null before the first start.</summary>
    [JsonPropertyOrder(20)]
    public string? Node { get; init; }

    /// <summary>Increases with each start. The events of an earlier execution are refused.</summary>
    [JsonIgnore]
    public long Lease { get; init; }

    [JsonPropertyOrder(21)]
    public JobEnvironment? Environment { get => field?.For(Request.Benchmark); init; }

    /// <summary>Whether its rounds have ended, and only its profiled round follows.</summary>
    [JsonIgnore]
    public bool ProfileOnly { get; init; }

    [JsonIgnore]
    public bool HasEnded => State is not (JobState.Queued or JobState.Running);

    /// <summary>Every key that the job writes starts with it. No other key has it.</summary>
    [JsonIgnore]
    public string KeyPrefix => PrefixOf(Id);

    /// <summary>The keys of all jobs start with it.</summary>
    internal const string AllKeysPrefix = "redisperf:";

    /// <summary>The start of every key of a job.</summary>
    public static string PrefixOf(Guid id) => $"{AllKeysPrefix}{id:N}:";

    /// <summary>The job of a key; null for the key of another program.</summary>
    internal static Guid? OfKey(string key) =>
        key.Split(':', 3) is [_, var id, _] && Guid.TryParseExact(id, "N", out var job) && key.StartsWith(PrefixOf(job), StringComparison.Ordinal)
            ? job
            : null;

    /// <summary>The job alone, without what a derived record adds.</summary>
    public Job ToJob() => new(this);

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
