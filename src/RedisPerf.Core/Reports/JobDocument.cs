using RedisPerf.Core.Jobs;
using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.Reports;

/// <summary>
/// A job as the API, the events, the reports and the command line give it: the one document there is. Its property order
/// is the order in the JSON.
/// </summary>
public sealed record JobDocument
{
    public required Guid Id { get; init; }
    public required string Benchmark { get; init; }
    public required JobState State { get; init; }
    public required RequestedBy RequestedBy { get; init; }
    public string? Schedule { get; init; }
    public string? Note { get; init; }
    public string? Error { get; init; }
    public required JobRequest Request { get; init; }

    /// <summary>1 is next; null unless queued.</summary>
    public int? QueuePosition { get; init; }

    public Progress? Progress { get; init; }
    public required DateTimeOffset CreatedAt { get; init; }
    public DateTimeOffset? StartedAt { get; init; }
    public DateTimeOffset? EndedAt { get; init; }
    public JobEnvironment? Environment { get; init; }

    /// <summary>Strategy by strategy as requested, the yardstick last.</summary>
    public required IReadOnlyList<CaseResult> Cases { get; init; }
}
