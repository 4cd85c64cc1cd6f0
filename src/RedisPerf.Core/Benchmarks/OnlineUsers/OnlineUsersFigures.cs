using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The benchmark's own columns.</summary>
public static class OnlineUsersFigures
{
    public const string UsedMemory = "usedMemory";
    public const string CountError = "countError";
    public const string CountSeconds = "countSeconds";
    public const string ClearSeconds = "getAndClearSeconds";

    private const string MemoryOf = "by the server's own figure of used memory, by its resident memory where it has none (the environment says which), and by the heap of this process for the dictionary";

    public static IReadOnlyList<FigureInfo> All { get; } =
    [
        new("plusMinus", "± %", null, "The furthest that a run's time lay from their mean, in percent of it, as in the article.", (@case, _) => PlusMinus(@case)) { Scale = 100 },
        new(UsedMemory, "memory MB", "bytes", $"By how much memory grew while the users were stored, {MemoryOf}.", (@case, _) => CaseStatistics.Median(@case, Memory)) { Scale = 1e-6 },
        new("bytesPerUser", "bytes/user", "bytes", $"That growth for each user, {MemoryOf}.", (@case, _) => CaseStatistics.Median(@case, run => Memory(run) / run.Operations)),
        FigureInfo.OfRuns(CountError, "count off by %", null, "Users counted over users stored, less one: 0 for a count that is exact.") with { Scale = 100 },
        FigureInfo.OfRuns(CountSeconds, "Count ms", "s", "Time of counting the users once, over a fresh connection.") with { Scale = 1_000 },
        FigureInfo.OfRuns(ClearSeconds, "GetAndClear s", "s", "Time of taking all users out, for up to a million of them."),
    ];

    private static double? Memory(Run run) => run.Figures?.TryGetValue(UsedMemory, out var own) == true ? own
        : run.Server?.UsedMemoryDelta is > 0 and var growth ? growth
        : null;

    private static double? PlusMinus(CaseResult @case) => @case.Summary is { Count: > 1 } summary
        ? Math.Max(summary.Max - summary.Mean, summary.Mean - summary.Min) / summary.Mean
        : null;
}
