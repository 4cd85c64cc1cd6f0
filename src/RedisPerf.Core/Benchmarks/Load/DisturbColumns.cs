using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The columns of a job that disturbs its server.</summary>
internal static class DisturbColumns
{
    public const string Dip = "dip";
    public const string P99Before = "p99Before";
    public const string P99Worst = "p99Worst";
    public const string Back = "p99BackAfter";
    public const string Acknowledged = "acknowledgedWrites";
    public const string Lost = "lostWrites";
    public const string Repeated = "repeatedWrites";
    public const string Unconfirmed = "unconfirmedWrites";
    public const string ConnectionErrors = "connectionErrors";
    public const string Timeouts = "timeoutErrors";
    public const string ReplyErrors = "replyErrors";

    private const string OfRuns = "the most of a run.";

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        OfWrites(Lost, "acknowledged writes lost",
            $"Writes whose reply the client received and that the server does not have after the run; {OfRuns}") with
        { Finding = "lost {0} acknowledged writes in a run" },
        OfWrites(Repeated, "writes applied twice", $"Writes that the server has more than once after the run; {OfRuns}"),
        IfAny(Unconfirmed, "failed writes applied",
            $"Writes that failed for the client, whose outcome is open, and that the server has after the run; {OfRuns}"),
        Median(Acknowledged, "acknowledged writes", null, 1, "Writes whose reply the client received; median of the runs.") with
        { IsCount = true },
        Median(Dip, "% less throughput at the lowest point", null, 100, "The lowest throughput of an interval from the disturbance on, compared with "
            + "the median of the intervals before it; median of the runs."),
        Median(P99Before, "p99 before, ms", "s", 1_000, "The median of the 99th percentiles of the intervals before the disturbance; median of the "
            + "runs."),
        Median(P99Worst, "worst p99, ms", "s", 1_000, "The highest 99th percentile of an interval from the disturbance on; median of the runs. Empty "
            + "when 1% or more of the operations of an interval failed."),
        Median(Back, "p99 back after", "s", 1, "Time from the disturbance to the first interval after the worst one whose 99th percentile is at most "
            + "10% above the level before; median of the runs that reach it."),
        IfAny(ConnectionErrors, "errors of the connection", $"Operations that failed because the connection was lost; {OfRuns}"),
        IfAny(Timeouts, "time-outs", $"Operations without a reply within the time-out of the client; {OfRuns}"),
        IfAny(ReplyErrors, "error replies", $"Operations to which the server replied with an error; {OfRuns}"),
    ];

    private static FigureColumn Median(string name, string label, string? unit, double scale, string meaning) =>
        FigureColumn.OfRuns(name, label, unit, meaning) with { Scale = scale, IsExceptional = true };

    // A median would hide a loss in one of three runs. 0 is an answer where the server was killed, and expected elsewhere.
    private static FigureColumn OfWrites(string name, string label, string meaning) => new(name, label, null, meaning,
        (@case, job) => MaxOf(@case, name) is { } count && (count > 0 || job.OptionsOf<LoadOptions>(@case).Disturb == LoadDisturbance.Restart)
            ? count : null)
    { IsExceptional = true, IsCount = true };

    private static FigureColumn IfAny(string name, string label, string meaning) => new(name, label, null, meaning,
        (@case, _) => MaxOf(@case, name) is > 0 and var count ? count : null)
    { IsExceptional = true, IsCount = true };

    private static double? MaxOf(CaseResult @case, string name) =>
        @case.Runs.Where(run => run.IsInSummary).Max(run => FigureColumn.OfRun(run, name));
}
