namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The pushes of a case.</summary>
/// <param name="Workload">The numbers to push.</param>
/// <param name="Bulk">Numbers in one push; null for the strategies that push one number per command.</param>
public sealed record ListPushPoint(ListPushWorkload Workload, int? Bulk);
