using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Schedules;

/// <summary>A schedule with its next time, its last job and its missed runs.</summary>
public sealed record ScheduleRecord
{
    /// <summary>The number of missed runs that are listed.</summary>
    public const int MissedShown = 10;

    public required Schedule Schedule { get; init; }

    /// <summary>Why it cannot be read: it is never due, and can only be deleted. Null for any other schedule.</summary>
    public Reason? Damage { get; init; }

    /// <summary>When it is due next, UTC; null while it is paused.</summary>
    public DateTimeOffset? NextAt { get; init; }

    /// <summary>Its last job, without cases; null when it has none or the job was deleted.</summary>
    public ListedJob? LastJob { get; init; }

    /// <summary>The number of all missed runs.</summary>
    public long MissedCount { get; init; }

    /// <summary>The last missed runs, newest first; at most <see cref="MissedShown"/>.</summary>
    public IReadOnlyList<MissedRun> Missed { get; init; } = [];
}

/// <summary>A time at which a schedule was due and did not queue a job.</summary>
/// <param name="DueAt">UTC.</param>
/// <param name="Reason">A sentence.</param>
public sealed record MissedRun(DateTimeOffset DueAt, Reason Reason);
