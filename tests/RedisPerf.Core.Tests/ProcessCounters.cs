namespace RedisPerf.Core.Tests;

/// <summary>Tests that read counters of the whole process, such as its peak working set: no other test may run at the same time.</summary>
[CollectionDefinition(nameof(ProcessCounters), DisableParallelization = true)]
public sealed class ProcessCounters;
