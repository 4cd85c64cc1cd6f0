namespace RedisPerf.Core.Model;

/// <summary>The latency and the throughput over the time of a run, in intervals of equal length, and the moment at which the run disturbed
/// its server.</summary>
/// <param name="Step">The length of an interval in seconds.</param>
/// <param name="Mark">The disturbance in one word; <c>none</c> in a run that shows the same time without one.</param>
/// <param name="MarkedAt">Seconds from the start of the run to the disturbance.</param>
/// <param name="P50">The median latency in seconds of the operations whose intended send time is in an interval; null when half of them had no
/// reply.</param>
/// <param name="P99">The same for the 99th percentile; null also when too few operations support it.</param>
/// <param name="PerSecond">Replies per second in each interval.</param>
/// <param name="Errors">Failed operations whose intended send time is in an interval.</param>
public sealed record RunTimeline(
    double Step, string Mark, double MarkedAt, IReadOnlyList<double?> P50, IReadOnlyList<double?> P99, IReadOnlyList<double> PerSecond,
    IReadOnlyList<int> Errors)
{
    /// <summary>The maximum number of intervals.</summary>
    public const int MaxPoints = 120;
}
