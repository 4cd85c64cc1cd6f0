using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>The benchmark's own columns.</summary>
internal static class CacheColumns
{
    public const string StaleShare = "staleShare";
    public const string StaleMedian = "staleMedian";
    public const string StaleMax = "staleMax";
    public const string KeysLeftStale = "keysLeftStale";
    public const string SourceShare = "sourceShare";
    public const string ReadsPerVersion = "sourceReadsPerVersion";
    public const string Changes = "changes";
    public const string ServerBytes = "serverBytes";

    /// <summary>The percentiles of the time of a read by name, as shares.</summary>
    public static IReadOnlyList<(string Name, double Share)> Percentiles { get; } = [("p50", 0.5), ("p99", 0.99)];

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        FigureColumn.PerSecond("readsPerSecond", "reads/s", "Reads of all instances per second, from the median time."),
        FigureColumn.OfRuns(StaleShare, "stale %", null, "Reads that started after a change of their value was acknowledged and returned an earlier "
            + "version, as a share of the reads; median of the runs.") with { Scale = 100, IsDefault = true },
        FigureColumn.OfRuns(StaleMax, "oldest, ms", "s", "Age of the oldest stale read: the time from the acknowledgement of the first change "
            + "that it missed to its start; median of the runs.") with { Scale = 1_000, IsDefault = true },
        FigureColumn.OfRuns(ReadsPerVersion, "source reads/version", null, "Reads of the source for each version of a value that a cache needed. "
            + "Above 1, several callers or instances read the same version; median of the runs.") with { IsDefault = true },
        FigureColumn.OfRuns("p50", "p50", "s", "Median time of a read; median of the runs."),
        FigureColumn.OfRuns("p99", "p99", "s", "99th percentile of the time of a read, for at least 10 reads beyond it; median of the runs.") with
        { IsDefault = true },
        FigureColumn.OfRuns(StaleMedian, "stale age p50, ms", "s", "Median age of the stale reads; median of the runs.") with { Scale = 1_000 },
        FigureColumn.OfRuns(KeysLeftStale, "keys left stale", null, "Keys whose value on the server has an earlier version after the run, which "
            + "stays until it expires; median of the runs."),
        FigureColumn.OfRuns(SourceShare, "source %", null, "Reads of the source, as a share of the reads; median of the runs.") with { Scale = 100 },
        FigureColumn.OfRuns(Changes, "changes", null, "Changes of values in a run; median of the runs."),
        new("commandsPerRead", "commands/read", null, "Commands that the server executed, divided by the reads; median of the runs.",
            (@case, _) => CaseStatistics.CommandsPerOperation(@case)),
        new("serverBytesPerRead", "server B/read", "bytes", "Bytes that the server received and sent, divided by the reads; median of the runs.",
            (@case, _) => CaseStatistics.Median(@case, run => FigureColumn.OfRun(run, ServerBytes) / run.Operations)),
    ];

    /// <summary>A local cache saves the way to the server and returns earlier versions.</summary>
    public static OtherCost Staleness { get; } = new(
        StaleShare, run => FigureColumn.OfRun(run, StaleShare), "% of the reads are stale", "has the fewest stale reads");
}
