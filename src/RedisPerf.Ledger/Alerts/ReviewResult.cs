using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The result of reviewing a scheduled run, saved in one transaction.</summary>
/// <param name="Job">The job of the scheduled run.</param>
/// <param name="State">The state after the review.</param>
public sealed record ReviewResult(Guid Job, ScheduledRunState State)
{
    /// <summary>Why a run that looked slower is unconfirmed; null for any other state.</summary>
    public Reason? Reason { get; init; }

    /// <summary>The cases that look slower.</summary>
    public IReadOnlyList<CaseKey> Suspects { get; init; } = [];

    /// <summary>The rerun to queue; null when no rerun is needed or it was queued before.</summary>
    public Job? Rerun { get; init; }

    /// <summary>New alerts.</summary>
    public IReadOnlyList<Alert> Opened { get; init; } = [];

    /// <summary>Cases that became faster.</summary>
    public IReadOnlyList<Alert> Improved { get; init; } = [];

    /// <summary>Active alerts with a new ratio and last slow run; a silenced one may be open again.</summary>
    public IReadOnlyList<Alert> Updated { get; init; } = [];

    /// <summary>Alerts that have ended.</summary>
    public IReadOnlyList<Alert> Resolved { get; init; } = [];

    /// <summary>Whether to notify the webhook of opened and resolved alerts and of improvements.</summary>
    public bool NotifyWebhook { get; init; }
}
