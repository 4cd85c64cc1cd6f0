namespace RedisPerf.Ledger;

/// <summary>What the jobs of a ledger can be told apart by, each by name.</summary>
/// <param name="Benchmarks">Of which there are jobs.</param>
/// <param name="Targets">On which there are jobs.</param>
/// <param name="Schedules">Which asked for jobs.</param>
public sealed record HistoryNames(IReadOnlyList<string> Benchmarks, IReadOnlyList<string> Targets, IReadOnlyList<string> Schedules);
