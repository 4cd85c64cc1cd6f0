namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>One point of the sweep, with the job's workload.</summary>
/// <param name="Workload">The loaded data.</param>
/// <param name="Keys">Number of keys in one call.</param>
public sealed record MgetPoint(MgetWorkload Workload, int Keys);
