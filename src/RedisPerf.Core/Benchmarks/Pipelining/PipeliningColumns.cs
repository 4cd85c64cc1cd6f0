using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The benchmark's own columns.</summary>
public static class PipeliningColumns
{
    /// <summary>Seconds for the round trips of a run, from the PING at the start of the job.</summary>
    public const string OnTheLink = "roundTrips";

    public const string LatencyMedian = "latencyMedian";

    public const string LatencyP99 = "latencyP99";

    private const string Latencies = "latency";

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        new("run", "run", "s", "Time of the whole run with all its writes; median.", (@case, _) => CaseStatistics.Median(@case, run => run.Seconds)),
        new("roundTripShare", "round trip %", null,
            "Time of the run's round trips, from the PING at the start of the job, as a share of the run's time, at most 100%.", (@case, _) =>
            CaseStatistics.Median(@case, run => FigureColumn.OfRun(run, OnTheLink) is { } seconds ? Math.Min(1, seconds / run.Seconds!.Value) : null))
        { Scale = 100 },
        FigureColumn.OfRuns(LatencyMedian, "latency ms", "s",
            "Median time from sending a command to its reply; only for commands that are sent one by one.") with { Scale = 1000 },
        FigureColumn.OfRuns(LatencyP99, "99th ms", "s",
            "99th percentile of the time from sending a command to its reply; for 1,000 commands or more.") with { Scale = 1000 },
        new("allocatedPerWrite", "client B/write", "bytes", "Bytes that the client allocated per write.",
            (@case, _) => CaseStatistics.Median(@case, run => (double?)run.Client?.AllocatedBytes / run.Operations)),
        new("collections", "collections", null, "Garbage collections in the client during the run.",
            (@case, _) => CaseStatistics.Median(@case, run => run.Client?.Collections)),
    ];

    /// <summary>Adds the latencies of a run's single commands to its figures.</summary>
    public static void AddLatencies(WorkDone work, CallTimes latencies, WorkShare share)
    {
        foreach (var (name, seconds) in new[] { (LatencyMedian, latencies.Median), (LatencyP99, latencies.Percentile99) })
        {
            if (seconds is { } known)
            {
                work.Measurements[name] = known;
            }
        }

        if (!share.IsWhole)
        {
            work.Latencies[Latencies] = latencies.ToHistogram();
        }
    }

    /// <summary>Replaces the latencies by those of the commands of all nodes.</summary>
    internal static void Merge(JointFigures figures)
    {
        figures.Percentile(LatencyMedian, Latencies, 0.5);
        figures.Percentile(LatencyP99, Latencies, 0.99);
    }
}
