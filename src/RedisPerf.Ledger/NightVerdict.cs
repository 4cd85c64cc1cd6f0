using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Ledger;

/// <summary>All that a night's judgement changes, kept in one transaction.</summary>
/// <param name="Job">The night.</param>
/// <param name="State">What is said of it.</param>
public sealed record NightVerdict(Guid Job, NightState State)
{
    /// <summary>A sentence.</summary>
    public string? Note { get; init; }

    /// <summary>The cases that look slower.</summary>
    public IReadOnlyList<CaseKey> Suspects { get; init; } = [];

    /// <summary>The confirming rerun that is to be queued; of a night that has one already, null.</summary>
    public Job? Rerun { get; init; }

    /// <summary>New alerts.</summary>
    public IReadOnlyList<Alert> Opened { get; init; } = [];

    /// <summary>Alerts that go on: their ratio and last slow night are kept, and whether they are open again.</summary>
    public IReadOnlyList<Alert> Updated { get; init; } = [];

    /// <summary>Alerts that have ended.</summary>
    public IReadOnlyList<Alert> Resolved { get; init; } = [];

    /// <summary>Whether the webhook is to be told of what was opened and resolved.</summary>
    public bool Tell { get; init; }
}
