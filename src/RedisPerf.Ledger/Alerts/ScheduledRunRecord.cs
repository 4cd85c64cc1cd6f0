using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A completed job of a schedule with its times and the result of its review.</summary>
public sealed record ScheduledRunRecord
{
    /// <summary>Without its cases.</summary>
    public required JobDocument Job { get; init; }

    /// <summary>The seconds of each counted run by case, in total or per operation as the benchmark declares.</summary>
    public required IReadOnlyDictionary<CaseKey, IReadOnlyList<double>> Times { get; init; }

    /// <summary>Null until it is reviewed.</summary>
    public ScheduledRunState? State { get; init; }

    /// <summary>Why a run that looked slower is unconfirmed; null for any other state.</summary>
    public Reason? Reason { get; init; }

    /// <summary>The cases that looked slower.</summary>
    public IReadOnlyList<CaseKey> Suspects { get; init; } = [];

    /// <summary>The rerun without its cases; null when there is no rerun.</summary>
    public JobDocument? Rerun { get; init; }

    /// <summary>The times of the rerun; null until it has completed.</summary>
    public IReadOnlyDictionary<CaseKey, IReadOnlyList<double>>? RerunTimes { get; init; }
}
