using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>The benchmark's own columns.</summary>
internal static class ConnectionsColumns
{
    private const string Supported = "for at least 10 operations beyond it; median of the runs.";

    private const string Axis = "connections";

    /// <summary>The name of all latencies of a share.</summary>
    public const string Latencies = "latency";

    /// <summary>The percentiles of the latency by name, as shares.</summary>
    public static IReadOnlyList<(string Name, double Share)> Percentiles { get; } = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)];

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        FigureColumn.PerSecond("operationsPerSecond", "operations/s", "Operations of all connections per second, from the median time."),
        Latency("p99", "p99 ms", "99th percentile of the latency"),
        new("gain", "× fewest", null, "Operations per second, relative to the same strategy with the fewest connections of the job.", GainOf)
        { RefersTo = IsSameCurve },
        new("clientCpu", "client CPU, µs/op", "s", "CPU time of the client per operation, over all threads; median of the runs.",
            (@case, _) => CaseStatistics.Median(@case, run => run.Client?.CpuSeconds / run.Operations)) { Scale = 1_000_000 },
        new("serverCpu", "server CPU, µs/op", "s", "CPU time of the server per operation; median of the runs.",
            (@case, _) => CaseStatistics.Median(@case, run => run.Server?.CpuSeconds / run.Operations)) { Scale = 1_000_000 },
        Latency("p50", "p50 ms", "Median latency"),
        Latency("p90", "p90 ms", "90th percentile of the latency"),
        Latency("p999", "p99.9 ms", "99.9th percentile of the latency"),
        .. GeneratorCpu.Columns,
    ];

    /// <summary>Replaces the percentiles by those of the operations of all nodes.</summary>
    public static void Merge(JointFigures figures)
    {
        foreach (var (name, share) in Percentiles)
        {
            figures.Percentile(name, Latencies, share);
        }
    }

    private static FigureColumn Latency(string name, string label, string what) =>
        FigureColumn.OfRuns(name, label, "s", $"{what} from the call to the reply, {Supported}") with { Scale = 1_000 };

    private static double? GainOf(CaseResult @case, FigureContext job) =>
        @case.Summary?.OperationsPerSecond
        / job.Cases.Where(other => IsSameCurve(@case, other) && other.Summary is not null).MinBy(other => other.At.Number(Axis))
            ?.Summary!.OperationsPerSecond;

    private static bool IsSameCurve(CaseResult @case, CaseResult other) => Curves.AreSame(@case, other, Axis);
}
