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

    private const string NotBack = "notBack";

    private const string OfMost = "the most of a run.";

    private static readonly string Option = OptionsSchema.NameOf(nameof(LoadOptions.Disturb));

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        Max(Lost, "acknowledged writes lost", "Writes whose reply the client received and that the server does not have after the run") with
        {
            IsDefault = true,
            Finding = "lost {0} acknowledged writes in a run",
            // No loss is an answer where the server was killed, and expected elsewhere.
            Answers = (@case, job) => DisturbanceOf(@case, job) == LoadDisturbance.Restart.ToWord() || MaxOf(@case, Lost) > 0,
        },
        Max(Repeated, "writes applied twice", "Writes that the server has more than once after the run") with { IsDefault = true },
        Median(Back, "p99 back after", "s", 1, "Time from the disturbance to the first interval after the worst one whose 99th percentile is at most "
            + "10% above the level before; median of the runs that reach it.") with
        { IsDefault = true, Finding = "had its p99 back after {0}", Answers = IsDisturbed },
        IfAny(NotBack, "runs without p99 back", "Runs that ended before their 99th percentile was back at its level",
            @case => @case.Runs.Count(run => run.IsInSummary
                && FigureColumn.OfRun(run, P99Before) is not null && FigureColumn.OfRun(run, Back) is null)) with
        { Finding = "did not have its p99 back before the end of a run (runs: {0})", Answers = IsDisturbed },
        Median(P99Before, "p99 before, ms", "s", 1_000, "The median of the 99th percentiles of the intervals before the disturbance; median of the "
            + "runs."),
        Median(P99Worst, "worst p99, ms", "s", 1_000, "The highest 99th percentile of an interval from the disturbance on; median of the runs. Empty "
            + "when 1% or more of the operations of an interval failed.") with
        { IsDefault = true },
        Median(Dip, "% less throughput at the lowest point", null, 100, "The lowest throughput of an interval from the disturbance on, compared with "
            + "the median of the intervals before it; median of the runs."),
        Median(Acknowledged, "acknowledged writes", null, 1, "Writes whose reply the client received; median of the runs.") with
        { IsCount = true },
        MaxIfAny(Unconfirmed, "failed writes applied",
            "Writes that failed for the client, whose outcome is open, and that the server has after the run"),
        MaxIfAny(ConnectionErrors, "errors of the connection", "Operations that failed because the connection was lost"),
        MaxIfAny(Timeouts, "time-outs", "Operations without a reply within the time-out of the client"),
        MaxIfAny(ReplyErrors, "error replies", "Operations to which the server replied with an error"),
    ];

    private static FigureColumn Median(string name, string label, string? unit, double scale, string meaning) =>
        FigureColumn.OfRuns(name, label, unit, meaning) with { Scale = scale, IsFor = IsDisturbed };

    // A median would hide a loss in one of three runs.
    private static FigureColumn Max(string name, string label, string meaning) =>
        new(name, label, null, $"{meaning}; {OfMost}", (@case, _) => MaxOf(@case, name)) { IsCount = true, IsFor = IsDisturbed };

    private static FigureColumn MaxIfAny(string name, string label, string meaning) =>
        IfAny(name, label, $"{meaning}; {OfMost}", @case => MaxOf(@case, name));

    // A notice next to the strategy, because most runs have none.
    private static FigureColumn IfAny(string name, string label, string meaning, Func<CaseResult, double?> of) =>
        new(name, label, null, meaning, (@case, _) => of(@case) is > 0 and var count ? count : null) { IsExceptional = true, IsCount = true };

    private static double? MaxOf(CaseResult @case, string name) =>
        @case.Runs.Where(run => run.IsInSummary).Max(run => FigureColumn.OfRun(run, name));

    private static bool IsDisturbed(CaseResult @case, JobRequest request) => DisturbanceOf(@case, request) != LoadDisturbance.None.ToWord();

    private static bool IsDisturbed(JobRequest request) => OfJob(request) != LoadDisturbance.None.ToWord();

    private static string DisturbanceOf(CaseResult @case, JobRequest request) => @case.At[Option] ?? OfJob(request);

    // A job of an earlier version has no such option.
    private static string OfJob(JobRequest request) =>
        request.Options.TryGetValue(Option, out var value) ? OptionInfo.Text(value) : LoadDisturbance.None.ToWord();
}
