namespace RedisPerf.Ledger.Jobs;

/// <summary>A running job.</summary>
/// <param name="Id">The job.</param>
/// <param name="Node">The name of its node; null in a record of an earlier version.</param>
/// <param name="Lease">The lease of its execution.</param>
/// <param name="Targets">The names of its targets.</param>
public sealed record RunningJobRecord(Guid Id, string? Node, long Lease, IReadOnlyList<string> Targets);
