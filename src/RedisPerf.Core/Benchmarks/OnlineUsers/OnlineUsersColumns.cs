using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The benchmark's own columns.</summary>
public static class OnlineUsersColumns
{
    public const string UsedMemory = "usedMemory";
    public const string CountError = "countError";
    public const string CountSeconds = "countSeconds";
    public const string ClearSeconds = "getAndClearSeconds";

    private const string BytesPerUser = "bytesPerUser";

    private const string MemoryOf = "from the server's used memory, or its resident memory if it does not report "
        + "that (see the environment); for the dictionary, from the heap of the client";

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        new("plusMinus", "± %", null, "Largest deviation of a run's time from the mean, in percent of the mean, as in the article.",
            (@case, _) => PlusMinus(@case)) { Scale = 100 },
        new(UsedMemory, "memory MB", "bytes", $"Growth of the memory while the users were stored, {MemoryOf}.",
            (@case, _) => CaseStatistics.Median(@case, MemoryOfRun)) { Scale = 1e-6 },
        new(BytesPerUser, "bytes/user", "bytes", $"Growth of the memory per user, {MemoryOf}.",
            (@case, _) => CaseStatistics.Median(@case, MemoryPerUser)),
        FigureColumn.OfRuns(CountError, "count error %", null, "Counted users divided by stored users, minus one: 0 for an exact count.") with
        { Scale = 100 },
        FigureColumn.OfRuns(CountSeconds, "Count ms", "s",
            "Time of one Count over a new connection, without a simulated link; of several nodes, the mean of their parts.") with { Scale = 1_000 },
        FigureColumn.OfRuns(ClearSeconds, "GetAndClear", "s", "Time of reading and removing all users; measured for up to 1,000,000 users, "
            + "without a simulated link; of several nodes, the mean of their parts."),
    ];

    /// <summary>The structures differ more in memory than in time.</summary>
    internal static OtherCost Memory { get; } = new(BytesPerUser, MemoryPerUser, " bytes per user", "needs the least memory");

    private static double? MemoryPerUser(Run run) => MemoryOfRun(run) / run.Operations;

    private static double? MemoryOfRun(Run run) => run.Figures?.TryGetValue(UsedMemory, out var own) == true ? own
        : run.Server?.UsedMemoryDelta is > 0 and var growth ? growth
        : null;

    private static double? PlusMinus(CaseResult @case) => @case.Summary is { Count: > 1 } summary
        ? Math.Max(summary.Max - summary.Mean, summary.Mean - summary.Min) / summary.Mean
        : null;
}
