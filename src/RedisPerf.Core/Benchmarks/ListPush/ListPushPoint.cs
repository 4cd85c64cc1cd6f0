namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>One point of the sweep over the job's workload.</summary>
/// <param name="Workload">What is pushed.</param>
/// <param name="Bulk">Numbers in one push; null for the strategies that push them one by one.</param>
public sealed record ListPushPoint(ListPushWorkload Workload, int? Bulk);
