using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The columns of the article's table, and additional ones.</summary>
public static class MgetColumns
{
    public const string CallMedian = "callMedian";

    public const string CallPercentile99 = "callPercentile99";

    /// <summary>The option of the keys in one call.</summary>
    public const string Axis = "keysPerCall";

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        new("secondsPerCall", "ms per call", "s", "Time of a run divided by its calls, of several nodes those of all; median of the runs.",
            (@case, _) => @case.Summary?.Median) { Scale = 1_000, IsRepetition = true },
        new("callsPerSecond", "calls/s", null, "Sequential calls per second, of several nodes the sum, from the median time.",
            (@case, _) => CallsPerSecond(@case)) { IsRepetition = true },
        new("singleKeyShare", "% of 1 key", null, "Calls per second, relative to the same strategy with one key.", SingleKeyShare)
        {
            Scale = 100,
            RefersTo = (@case, other) => KeysOf(other) == 1 && Curves.AreSame(@case, other, Axis),
        },
        new("lgKeys", "lg(keys)", null, "The decimal logarithm of the keys in one call.", (@case, _) => Math.Log10(KeysOf(@case) ?? 1)),
        new("keysPerSecond", "keys/s", null, "Values read per second, from the median time.", (@case, _) => CallsPerSecond(@case) * KeysOf(@case)),
        new("bytesPerSecond", "bytes/s", "bytes", "Bytes of values read per second, without protocol overhead.",
            (@case, _) => @case.Summary?.PayloadBytesPerSecond) { IsRepetition = true },
        FigureColumn.OfRuns(CallMedian, "median call, ms", "s", "Median time of a single call; median of the runs.") with { Scale = 1_000 },
        FigureColumn.OfRuns(CallPercentile99, "p99 call, ms", "s",
            "99th percentile of the time of a single call; median of the runs with at least 1,000 calls.") with { Scale = 1_000 },
        new("calls", "calls/run", null, "Calls of a run; median of the runs.", (@case, _) => CaseStatistics.Median(@case, run => run.Operations)),
    ];

    private static double? KeysOf(CaseResult @case) => @case.At.Number(Axis);

    private static double? CallsPerSecond(CaseResult @case) => 1 / @case.Summary?.Median;

    private static double? SingleKeyShare(CaseResult @case, FigureContext job) =>
        job.Cases.FirstOrDefault(other => KeysOf(other) == 1 && Curves.AreSame(@case, other, Axis)) is { } single
            ? CallsPerSecond(@case) / CallsPerSecond(single)
            : null;
}
