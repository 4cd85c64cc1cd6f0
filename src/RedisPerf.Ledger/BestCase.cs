namespace RedisPerf.Ledger;

/// <summary>A job's fastest case by its median. The floor is excluded.</summary>
public sealed record BestCase(string Strategy, string Target, long? Point, double Median);
