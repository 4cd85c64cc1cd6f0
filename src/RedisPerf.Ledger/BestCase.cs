namespace RedisPerf.Ledger;

/// <summary>A job's fastest contender by its median; the yardstick is none.</summary>
public sealed record BestCase(string Strategy, string Target, long? Point, double Median);
