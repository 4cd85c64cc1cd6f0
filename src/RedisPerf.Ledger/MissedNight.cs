namespace RedisPerf.Ledger;

/// <summary>A time at which a schedule was due and asked for no job.</summary>
/// <param name="DueAt">UTC.</param>
/// <param name="Reason">A sentence.</param>
public sealed record MissedNight(DateTimeOffset DueAt, string Reason);
