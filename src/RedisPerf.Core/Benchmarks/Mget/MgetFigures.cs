using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The columns of the article's table, and those that it lacks.</summary>
internal static class MgetFigures
{
    public static IReadOnlyList<FigureInfo> All { get; } =
    [
        new("secondsPerCall", "ms per call", "s", "A run's time over its calls, by the median of the runs.", (@case, _) => @case.Summary?.Median) { Scale = 1_000 },
        new("callsPerSecond", "calls/s", null, "Calls in a second, one after another, by the median time.", (@case, _) => CallsPerSecond(@case)),
        new("singleKeyShare", "% of 1 key", null, "Calls in a second over those of the same strategy with one key.", SingleKeyShare)
        {
            Scale = 100,
            RefersTo = (@case, other) => other.Point == 1 && other.Strategy == @case.Strategy && other.Target == @case.Target,
        },
        new("lgKeys", "lg(keys)", null, "The decimal logarithm of the keys in one call.", (@case, _) => Math.Log10(@case.Point ?? 1)),
        new("keysPerSecond", "keys/s", null, "Values read in a second, by the median time.", (@case, _) => CallsPerSecond(@case) * @case.Point),
        new("bytesPerSecond", "bytes/s", "bytes", "Bytes of values read in a second, without the protocol around them.", (@case, _) => @case.Summary?.PayloadBytesPerSecond),
        FigureInfo.OfRuns("callMedian", "median call, ms", "s", "The median of a run's single calls, each timed; of that the median over the runs.") with { Scale = 1_000 },
        FigureInfo.OfRuns("callPercentile99", "p99 call, ms", "s", "The 99th percentile of a run's single calls, by the median over the runs that made at least a thousand.") with { Scale = 1_000 },
        new("calls", "calls a run", null, "Calls that a run made, by the median of the runs.", (@case, _) => CaseStatistics.Median(@case, run => run.Operations)),
    ];

    private static double? CallsPerSecond(CaseResult @case) => 1 / @case.Summary?.Median;

    private static double? SingleKeyShare(CaseResult @case, FigureContext job) =>
        job.Cases.FirstOrDefault(other => other.Strategy == @case.Strategy && other.Target == @case.Target && other.Point == 1) is { } single
            ? CallsPerSecond(@case) / CallsPerSecond(single)
            : null;
}
