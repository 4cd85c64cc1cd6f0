using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>One job: complete from the ledger at every load, and kept up to date by its events while it runs.</summary>
public sealed class JobModel(Catalogue catalogue, JobLedger ledger, JobHistory history, BaselineLedger baselines, JobQueue queue, JobChanges changes, TimeProvider time) : PageModel
{
    private const int ManyRuns = 300;

    public JobDocument Job { get; private set; } = null!;

    /// <summary>Null when the ledger holds a benchmark that this version does not have.</summary>
    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>Every case that was asked for or measured; as asked while the job runs, the fastest first once it has ended.</summary>
    public IReadOnlyList<CaseRow> Rows { get; private set; } = [];

    /// <summary>The job that runs before this one, while this one waits.</summary>
    public JobDocument? RunningNow { get; private set; }

    /// <summary>Nothing of it is known before the job has ended.</summary>
    public Standing Standing { get; private set; } = Standing.Alone;

    public string? Trouble { get; private set; }

    public bool HasEnded => Job.State is not (JobState.Queued or JobState.Running);

    public bool HasSeveralTargets => Job.Request.Targets.Count > 1;

    /// <summary>What is swept; null where nothing is.</summary>
    public Sweep? Sweep => Benchmark?.Sweep;

    public bool IsSwept => Sweep is not null || Rows.Any(row => row.Case.Point is not null);

    /// <summary>The benchmark's own columns.</summary>
    /// <summary>The benchmark's own columns. Exceptional figures are notices in the rows that have them.</summary>
    public IReadOnlyList<FigureColumn> Figures => [.. (Benchmark?.Columns ?? []).Where(figure => !figure.IsExceptional)];

    /// <summary>Whether there is or will be something to draw, as job.js tells it too.</summary>
    public bool HasCharts => Benchmark is not null && (!HasEnded || Job.Cases.Any(known => known.Runs.Count > 0 || known.Summary is not null));

    /// <summary>Which columns of all benchmarks this one has. Of a benchmark that is not known here, all are shown.</summary>
    public bool HasFloor => Benchmark is null || Benchmark.Floor is not null;

    public bool Encodes => Benchmark is null or { Encodes: true };

    /// <summary>Columns of the summary table.</summary>
    public int ColumnCount => 11 + (HasSeveralTargets ? 1 : 0) + (IsSwept ? 1 : 0) + (HasFloor ? 1 : 0) + (Encodes ? 1 : 0) + Figures.Count;

    /// <summary>What one time is for, behind its unit: <c>/call</c>.</summary>
    public string PerOperation => Benchmark?.TimePer is { } operation ? $"/{operation}" : "";

    /// <summary>The strategy that the others are compared with; null where there is none.</summary>
    public string? Baseline => BenchmarkInfo.BaselineOf(Job.Request, Benchmark);

    /// <summary>The part of the page that is to stand open.</summary>
    [BindProperty(SupportsGet = true, Name = "open")]
    public string? Open { get; set; }

    /// <summary>Of the runs of a large job, whose are shown: a strategy's.</summary>
    [BindProperty(SupportsGet = true, Name = "of")]
    public string? RunsOf { get; set; }

    public int RunCount => Rows.Sum(row => row.Case.Runs.Count);

    /// <summary>With so many runs the page would be mostly their tables: they are shown a strategy at a time.</summary>
    public bool HasManyRuns => RunCount > ManyRuns;

    /// <summary>The runs that are shown, round by round.</summary>
    public IEnumerable<(CaseRow Row, Run Run)> Runs => Rows
        .Where(row => !HasManyRuns || row.Look.Name == RunsOf)
        .SelectMany(row => row.Case.Runs.Select(run => (row, run)))
        .OrderBy(pair => pair.run.Round);

    /// <summary>What the job found so far, in sentences. An end without any figure has its own sentence elsewhere.</summary>
    public IEnumerable<string> Sentences => Job.State switch
    {
        JobState.Queued => [],
        JobState.Running => JobFindings.Of(Job, Benchmark),
        _ => JobFindings.Of(Job, Benchmark).Skip(Rows.Any(row => row.Case.Summary is not null) ? 0 : 1),
    };

    /// <summary>All timed runs that something disturbed.</summary>
    public IReadOnlyList<Run> Disturbed => [.. Job.Cases.SelectMany(CaseStatistics.Disturbed)];

    /// <summary>The targets with their engines, as the job found them: <c>embedded Garnet 2.2.5</c>.</summary>
    public string TargetNames => string.Join(", ", Job.Request.Targets.Select(name =>
        Job.Environment?.Targets.FirstOrDefault(target => target.Name == name) is { } known ? $"{name} {known.Engine} {known.Version}" : name));

    /// <summary>What job.js starts from.</summary>
    public string Data => JobPageData.Write(Job, Benchmark, [.. Rows.Select(row => row.Look).DistinctBy(look => look.Name)]);

    /// <summary>Not of a strategy that this version does not have.</summary>
    public bool HasSource(StrategyLook look) => Benchmark?.Strategies.Any(strategy => strategy.Name == look.Name) == true;

    public async Task<IActionResult> OnGetAsync(Guid id, CancellationToken ct) => await LoadAsync(id, ct) ? Page() : NotFound();

    public async Task<IActionResult> OnPostCancelAsync(Guid id, CancellationToken ct) => await queue.CancelAsync(id, ct) switch
    {
        CancelOutcome.NotFound => NotFound(),
        _ => LocalRedirect($"/jobs/{id}"),
    };

    public async Task<IActionResult> OnPostLeaveOutAsync(Guid id, string? strategy, string? target, long? point, int round, bool leftOut, CancellationToken ct) => await AnswerAsync(
        id,
        strategy is null || target is null ? ChangeOutcome.Refused : await changes.LeaveOutAsync(id, new(strategy, target, point), round, leftOut, ct),
        $"?open=runs&of={Uri.EscapeDataString(strategy ?? "")}#{Anchor(round, strategy, target, point)}",
        "Only a timed run that was disturbed can be left out, and only while it is a number.",
        ct);

    public async Task<IActionResult> OnPostLeaveDisturbedOutAsync(Guid id, bool leftOut, CancellationToken ct) => await AnswerAsync(
        id, await changes.LeaveDisturbedOutAsync(id, leftOut, ct), "#summary", "This job has no disturbed run that could be left out.", ct);

    public async Task<IActionResult> OnPostBaselineAsync(Guid id, string? strategy, CancellationToken ct) => await AnswerAsync(
        id, await changes.ChangeBaselineAsync(id, strategy ?? "", ct), "#summary", "The baseline must be one of the job's own strategies.", ct);

    public async Task<IActionResult> OnPostPinAsync(Guid id, CancellationToken ct) => await AnswerAsync(
        id, await baselines.PinAsync(id, time.GetUtcNow(), ct), "", "Only a completed job can be a baseline.", ct);

    public async Task<IActionResult> OnPostUnpinAsync(Guid id, CancellationToken ct) => await AnswerAsync(
        id, await baselines.UnpinAsync(id, ct), "", "This job is no baseline any more.", ct);

    public async Task<IActionResult> OnPostStarAsync(Guid id, bool starred, CancellationToken ct) =>
        await history.StarAsync(id, starred, ct) ? LocalRedirect($"/jobs/{id}") : NotFound();

    public async Task<IActionResult> OnPostNoteAsync(Guid id, string? note, CancellationToken ct) => await AnswerAsync(
        id,
        note?.Length > JobDraft.MaximumNoteLength ? ChangeOutcome.Refused
        : await history.ChangeNoteAsync(id, string.IsNullOrWhiteSpace(note) ? null : note.Trim(), ct) ? ChangeOutcome.Changed
        : ChangeOutcome.NotFound,
        "#note",
        $"A note has at most {JobDraft.MaximumNoteLength} characters; this one has {note?.Length}.",
        ct);

    public async Task<IActionResult> OnPostDeleteAsync(Guid id, CancellationToken ct)
    {
        switch (await ledger.DeleteAsync(id, ct))
        {
            case DeleteOutcome.Deleted:
                return LocalRedirect("/jobs");
            case DeleteOutcome.NotEnded when await LoadAsync(id, ct):
                return Conflict("A job can be deleted once it has ended; cancel it first.");
            case DeleteOutcome.IsBaseline when await LoadAsync(id, ct):
                return Conflict("This job is a baseline; unpin it, then it can be deleted.");
            default:
                return NotFound();
        }
    }

    /// <summary>Where a run stands on the page.</summary>
    public static string Anchor(int round, string? strategy, string? target, long? point) => Uri.EscapeDataString($"run-{round}-{strategy}-{target}-{point}");

    private PageResult Conflict(string sentence)
    {
        Trouble = sentence;
        Response.StatusCode = StatusCodes.Status409Conflict;
        return Page();
    }

    // Back to where the click was, so that a reload does not repeat it.
    private async Task<IActionResult> AnswerAsync(Guid id, ChangeOutcome outcome, string place, string refusal, CancellationToken ct)
    {
        switch (outcome)
        {
            case ChangeOutcome.Changed:
                return LocalRedirect($"/jobs/{id}{place}");
            case ChangeOutcome.Refused when await LoadAsync(id, ct):
                Trouble = refusal;
                Response.StatusCode = StatusCodes.Status400BadRequest;
                return Page();
            default:
                return NotFound();
        }
    }

    private async Task<bool> LoadAsync(Guid id, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { } job)
        {
            return false;
        }

        Job = job;
        Benchmark = catalogue.Find(job.Benchmark)?.Info;
        Rows = HasEnded
            ? [.. MakeRows().OrderBy(row => TargetPlace(row.Case)).ThenBy(row => row.Case.Point).ThenBy(row => row.Look.IsYardstick).ThenBy(row => row.Case.Summary?.Median ?? double.MaxValue)]
            : [.. MakeRows()];
        if (job.State == JobState.Queued)
        {
            RunningNow = (await ledger.ListAsync(new JobFilter(State: JobState.Running, Limit: 1), ct)).Jobs is [var running, ..] ? running.Document : null;
        }

        if (HasEnded)
        {
            Standing = await Standing.OfAsync(job, Benchmark, ledger, baselines, ct);
        }

        return true;
    }

    private int TargetPlace(CaseResult known) => Job.Request.Targets.TakeWhile(name => name != known.Target).Count();

    private IEnumerable<(FigureColumn Figure, string Text)> Exceptional(Summary? summary) =>
        from figure in Benchmark?.Columns ?? []
        where figure.IsExceptional
        let value = figure.In(summary)
        where value is not null
        select (figure, $"{NumberFormat.Figure(figure, value.Value)} {figure.Label}");

    private IEnumerable<CaseRow> MakeRows()
    {
        var looks = Benchmark is null ? [] : StrategyLook.For(Benchmark);
        IEnumerable<string> names = Job.Request.Strategies;
        if (Benchmark?.Floor is { } yardstick && !names.Contains(yardstick))
        {
            names = names.Append(yardstick);
        }

        // The frame stands from the start: a case that has no run yet has its row.
        var expected =
            from name in names
            from target in Job.Request.Targets
            where !Job.Cases.Any(known => known.Strategy == name && known.Target == target)
            select new CaseResult(name, target, null, [], null);
        var order = names.ToList();
        return Job.Cases.Concat(expected)
            .OrderBy(TargetPlace)
            .ThenBy(known => order.IndexOf(known.Strategy))
            .Select(known => new CaseRow
            {
                Look = looks.FirstOrDefault(look => look.Name == known.Strategy) ?? StrategyLook.Unknown(known.Strategy),
                Case = known,
                RunsRequested = Benchmark is null ? null : Job.Request.Runs,
                Notices = [.. Exceptional(known.Summary)],
                IsBaseline = known.Strategy == Baseline,
            });
    }
}
