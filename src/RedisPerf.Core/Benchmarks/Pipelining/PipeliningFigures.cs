using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The columns that this benchmark's table has beside those that all have.</summary>
public static class PipeliningFigures
{
    /// <summary>Seconds that a run's round trips take by the PING at the job's start.</summary>
    public const string OnTheLink = "roundTrips";

    public const string LatencyMedian = "latencyMedian";

    public const string LatencyP99 = "latencyP99";

    public static IReadOnlyList<FigureInfo> All { get; } =
    [
        new("run", "run s", "s", "The whole run: all its writes, by the median.", (@case, _) => CaseStatistics.Median(@case, run => run.Seconds)),
        new("roundTripShare", "round trip %", null, "What the run's round trips take by the PING at the job's start, as a share of its time.", (@case, _) => CaseStatistics.Median(@case, run => FigureInfo.OfRun(run, OnTheLink) / run.Seconds)) { Scale = 100 },
        FigureInfo.OfRuns(LatencyMedian, "latency ms", "s", "One command from sending to reply, by the median; only where they are sent one by one.") with { Scale = 1000 },
        FigureInfo.OfRuns(LatencyP99, "99th ms", "s", "The time within which 99 of 100 commands are answered; told from 1,000 commands on.") with { Scale = 1000 },
        new("allocatedPerWrite", "client B/write", "bytes", "Bytes that this process allocated, for each write.", (@case, _) => CaseStatistics.Median(@case, run => (double?)run.Client?.AllocatedBytes / run.Operations)),
        new("collections", "collections", null, "Garbage collections in this process during the run.", (@case, _) => CaseStatistics.Median(@case, run => run.Client?.Collections)),
    ];

    /// <summary>What single commands of a run took.</summary>
    public static void Tell(WorkDone work, CallTimes latencies)
    {
        foreach (var (name, seconds) in new[] { (LatencyMedian, latencies.Median), (LatencyP99, latencies.Percentile99) })
        {
            if (seconds is { } known)
            {
                work.Figures[name] = known;
            }
        }
    }
}
