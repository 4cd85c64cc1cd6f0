using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Web.Live;

/// <summary>The shapes of the events, in one place.</summary>
public static class LiveEvents
{
    /// <summary>The name of a job's last event.</summary>
    public const string EndType = "end";

    /// <summary>Shows that the connection works.</summary>
    public static LiveEvent Ping { get; } = new("ping", new { });

    /// <summary>The whole job.</summary>
    public static LiveEvent Snapshot(JobDocument job) => new("snapshot", job);

    /// <summary>The part of the job that its page's charts draw.</summary>
    public static LiveEvent Snapshot(ChartDocument job) => new("snapshot", job, IsForPages: true);

    public static LiveEvent State(JobDocument job) =>
        new("state", new { job.State, job.Error, job.StartedAt, job.EndedAt, job.QueuePosition, job.Environment });

    public static LiveEvent Progressed(Progress progress) => new("progress", LiveProgress.Of(progress));

    /// <summary>The runs in progress, and which strategy leads.</summary>
    /// <param name="lead">Null when it is not known.</param>
    public static LiveEvent Lanes(IEnumerable<Lane> lanes, string? lead) =>
        new("lanes", new { Lanes = lanes.ToArray(), Lead = lead }, IsForPages: true);

    public static LiveEvent RunEnded(CaseKey key, Run run) =>
        new("run", new { key.Strategy, key.Target, key.Client, key.Point, key.At, Key = key.Id, Run = run });

    /// <summary>The slice that ended last.</summary>
    public static LiveEvent SliceEnded(JobEvent.SliceEnded ended)
    {
        var (key, slice) = (ended.Case, ended.Slice);
        return new("slice", new
        {
            Key = key.Id,
            key.Strategy,
            key.At,
            slice.Round,
            slice.Warmup,
            Index = slice.Turn,
            slice.Count,
            slice.Seconds,
        });
    }

    /// <summary>A run as the charts of the page draw it.</summary>
    public static LiveEvent Mark(CaseKey key, ChartDocument.Dot run) =>
        new("mark", new { Key = key.Id, key.Strategy, key.At, Run = run }, IsForPages: true);

    public static LiveEvent Summary(CaseResult result) =>
        new("summary", new { result.Strategy, result.Target, result.Client, result.Point, result.At, Key = result.Key.Id, result.Summary });

    /// <summary>The sentences above the figures, and the reference lines of its curves, as they are now: along the axis of the job, and by the
    /// names of its other axes of numbers, because each page chooses its own.</summary>
    public static LiveEvent Findings(JobDocument job, BenchmarkInfo? info)
    {
        var own = FindingsAlong(job, info);
        return new("findings", new
        {
            own.Sentences,
            own.Curve,
            Along = job.Request.Axes.Where(axis => axis.IsNumeric && axis.Values.Count > 1 && axis.Name != job.Request.Curve?.Name)
                .ToDictionary(axis => axis.Name, axis => FindingsAlong(job with { Request = job.Request with { Along = axis.Name } }, info)),
        });
    }

    /// <summary>The formatted rows of the cases that changed, and of new or changed runs, with the units of their columns.</summary>
    public static LiveEvent Rows(CaseTable table, IEnumerable<CaseTableRow> cases, RunTable runTable, IEnumerable<RunTableRow> runs) =>
        new("rows", new
        {
            Cases = cases.ToArray(),
            Runs = runs.ToArray(),
            table.WithoutFloor,
            table.Omitted,
            Units = new
            {
                Summary = table.Units,
                Client = runTable.Client.Select(column => column.Unit),
                Server = runTable.Server.Select(column => column.Unit)
            }
        }, IsForPages: true);

    /// <summary>The other texts of the page, as they are now.</summary>
    public static LiveEvent Page(PageTexts texts) => new("page", texts, IsForPages: true);

    private static LiveFindings FindingsAlong(JobDocument job, BenchmarkInfo? info) => new([.. JobFindings.Of(job, info)], Curve.Of(job, info));

    public static LiveEvent End(JobState state, Reason? error, DateTimeOffset? endedAt) => new(EndType, new { state, error, endedAt });
}

/// <summary>The progress of a job, with the percentage as every page shows it and the time left in words.</summary>
public sealed record LiveProgress(
    int Done, int Total, Reason? Current, string? Case, double Fraction, int Percent, double? SecondsLeft, string? Left)
{
    public static LiveProgress Of(Progress progress) =>
        new(progress.Done, progress.Total, progress.Current, progress.Case, progress.Fraction, JobText.PercentDone(progress), progress.SecondsLeft,
            JobText.TimeLeft(progress));
}

/// <summary>The findings of a job along one axis.</summary>
public sealed record LiveFindings(IReadOnlyList<string> Sentences, Curve? Curve);
