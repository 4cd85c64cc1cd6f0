namespace RedisPerf.Ledger;

/// <summary>A pinned job. Later jobs of its benchmark on this target are compared with it.</summary>
public sealed record Baseline(string Benchmark, string Target, Guid JobId, DateTimeOffset PinnedAt);
