namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>An entry in a benchmark's list of strategies: its description, and the factory of its case for the job's shared workload.</summary>
public sealed record StrategyEntry<TWorkload>(StrategyInfo Info, Func<TWorkload, Case> Create);
