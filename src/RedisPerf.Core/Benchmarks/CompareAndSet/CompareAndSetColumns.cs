using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>The benchmark's own columns.</summary>
internal static class CompareAndSetColumns
{
    /// <summary>Attempts per update.</summary>
    public const string Attempts = "attempts";

    /// <summary>The percentiles of the time of an update by name, as shares.</summary>
    public static IReadOnlyList<(string Name, double Share)> Percentiles { get; } = [("p50", 0.5), ("p99", 0.99)];

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        FigureColumn.PerSecond("updatesPerSecond", "updates/s", "Successful updates of all writers per second, from the median time.") with
        {
            IsDefault = true,
        },
        FigureColumn.OfRuns(Attempts, "attempts", null, "Attempts per successful update; 1 without a conflict; median of the runs.") with
        {
            IsDefault = true,
        },
        Time("p50", "p50 ms", "Median time"),
        Time("p99", "p99 ms", "99th percentile of the time"),
        new("commands", "commands", null, "Commands that the server executed per successful update, also those of scripts; median of the runs.",
            (@case, _) => CaseStatistics.CommandsPerOperation(@case)) { IsDefault = true },
    ];

    private static FigureColumn Time(string name, string label, string what) =>
        FigureColumn.OfRuns(name, label, "s", $"{what} of an update from its first attempt to its success; median of the runs.") with
        {
            Scale = 1_000,
            IsDefault = true,
        };
}
