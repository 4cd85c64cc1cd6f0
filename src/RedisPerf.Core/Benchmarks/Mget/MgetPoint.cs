namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>One point of the sweep over the job's workload.</summary>
/// <param name="Workload">What is loaded.</param>
/// <param name="Keys">In one call.</param>
public sealed record MgetPoint(MgetWorkload Workload, int Keys);
