using RedisPerf.Core.Model;

namespace RedisPerf.Ledger;

/// <summary>A schedule with what has become of it so far.</summary>
public sealed record KeptSchedule
{
    /// <summary>So many missed nights are told one by one.</summary>
    public const int MissedTold = 10;

    public required Schedule Schedule { get; init; }

    /// <summary>When it is due next, UTC; null while it is paused.</summary>
    public DateTimeOffset? NextAt { get; init; }

    /// <summary>The last job that it asked for, without cases; null when there was none, or it was deleted.</summary>
    public ListedJob? LastJob { get; init; }

    /// <summary>All nights that were ever missed.</summary>
    public long MissedCount { get; init; }

    /// <summary>The last of them, newest first; at most <see cref="MissedTold"/>.</summary>
    public IReadOnlyList<MissedNight> Missed { get; init; } = [];
}
