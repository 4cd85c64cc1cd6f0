namespace RedisPerf.Ledger;

/// <summary>A time at which a schedule was due and did not queue a job.</summary>
/// <param name="DueAt">UTC.</param>
/// <param name="Reason">A sentence.</param>
public sealed record MissedRun(DateTimeOffset DueAt, string Reason);
