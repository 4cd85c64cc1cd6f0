using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>The benchmark's own columns.</summary>
internal static class CallsColumns
{
    public const string Timeouts = "timeouts";

    public const string MinThreads = "threadsMin";

    public const string FirstThreads = "threadsFirst";

    public const string LastThreads = "threadsLast";

    public const string MaxThreads = "threadsMax";

    public const string MaxDelay = "poolDelayMax";

    /// <summary>The percentiles of the time of a call by name, as shares.</summary>
    public static IReadOnlyList<(string Name, double Share)> Percentiles { get; } = [("p50", 0.5), ("p99", 0.99)];

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        FigureColumn.PerSecond("callsPerSecond", "calls/s", "Calls with a reply per second, from the median time per call.") with
        {
            IsDefault = true,
        },
        Time("p50", "p50 ms", "Median time from queueing the work item of a call to its reply; median of the runs."),
        Time("p99", "p99 ms", "99th percentile of the time from queueing the work item of a call to its reply; median of the runs."),
        FigureColumn.OfRuns(Timeouts, "time-outs", null, "Calls of a run without a reply within the time-out; median of the runs.") with
        {
            IsDefault = true,
        },
        Time(MaxDelay, "pool delay ms", "Longest delay from queueing a work item to its start on a thread of the pool, from a probe every 50 ms; "
            + "median of the runs."),
        FigureColumn.OfRuns(MaxThreads, "threads", null, "Most busy threads of the pool, from a sample every 50 ms; median of the runs.") with
        {
            IsDefault = true,
        },
        FigureColumn.OfRuns(MinThreads, "minimum threads", null, "Minimum threads of the pool during the run."),
        FigureColumn.OfRuns(FirstThreads, "first threads", null, "Busy threads of the pool 50 ms after the start; median of the runs."),
        FigureColumn.OfRuns(LastThreads, "last threads", null, "Busy threads of the pool when the time of the run has passed; median of the runs."),
    ];

    private static FigureColumn Time(string name, string label, string meaning) =>
        FigureColumn.OfRuns(name, label, "s", meaning) with { Scale = 1_000, IsDefault = true };
}
