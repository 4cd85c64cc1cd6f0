namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The calls of a case.</summary>
/// <param name="Workload">The loaded data, which several cases share.</param>
/// <param name="Options">How the case reads it.</param>
public sealed record MgetPoint(MgetWorkload Workload, MgetOptions Options);
