namespace RedisPerf.Ledger;

/// <summary>The names by which jobs can be filtered, each ordered by name.</summary>
/// <param name="Benchmarks">The benchmarks with jobs.</param>
/// <param name="Targets">The targets with jobs.</param>
/// <param name="Schedules">The schedules with jobs.</param>
public sealed record HistoryNames(IReadOnlyList<string> Benchmarks, IReadOnlyList<string> Targets, IReadOnlyList<string> Schedules);
