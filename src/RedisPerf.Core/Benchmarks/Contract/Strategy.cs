namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A line in a benchmark's list of strategies: what it says of itself, and how its case is made over the job's shared workload.</summary>
public sealed record Strategy<TWorkload>(StrategyInfo Info, Func<TWorkload, Case> Create);
