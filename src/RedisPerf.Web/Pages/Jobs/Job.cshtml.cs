using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>One job: complete at every load, and kept up to date by its events while it runs.</summary>
public sealed class JobModel(
    Catalogue catalogue, JobLedger ledger, LiveJobs jobs, LiveLists lists, JobHistory history, BaselineLedger baselines, JobCancellation cancellation,
    JobContinuation continuation, QueueForecast forecast, NodeBoard nodes, JobChanges changes, TimeProvider time) : PageModel
{
    /// <summary>With more runs, the page would be mostly their tables: they are shown for one strategy at a time.</summary>
    public const int ManyRuns = LiveJob.ShownRuns;

    public JobDocument Job { get; private set; } = null!;

    /// <summary>Null when this version does not have the benchmark.</summary>
    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>Every requested or measured case: in the order of the request while the job runs, the fastest first after its end.</summary>
    public IReadOnlyList<CaseRow> Rows { get; private set; } = [];

    /// <summary>The points and strategies of each panel; empty without a curve, and until the job has ended.</summary>
    public IReadOnlyList<AxisPivot> Pivots { get; private set; } = [];

    /// <summary>The fastest strategy by two axes of numbers; empty when the job has another number of them, and without results.</summary>
    public IReadOnlyList<WinnerMap> Maps { get; private set; } = [];

    /// <summary>The reader's own point in the maps; null without one.</summary>
    public MapPoint? Point { get; private set; }

    /// <summary>Why the fields of the point are invalid, each with its name.</summary>
    public IReadOnlyList<FieldError> PointErrors { get; private set; } = [];

    /// <summary>Empty until the job has ended.</summary>
    public RelatedJobs RelatedJobs { get; private set; } = RelatedJobs.None;

    public string? Error { get; private set; }

    public bool HasEnded => Job.State is not (JobState.Queued or JobState.Running);

    /// <summary>The axis of the curves; null without one.</summary>
    public Axis? Curve => Job.Request.Curve;

    /// <summary>The axes that results can be drawn along, and limited to values of, in the order of the request.</summary>
    public IReadOnlyList<Axis> AxisChoices => [.. Job.Request.Axes.Where(axis => axis.Values.Count > 1)];

    /// <summary>The charts along the chosen axis; null when the job varies nothing.</summary>
    public ChartPanels? Charts { get; private set; }

    /// <summary>The values of axes to which the page is limited.</summary>
    public AxisFilter Filter { get; private set; } = null!;

    /// <summary>The same for job-table.js, which adds rows while the job runs: the canonical text of coordinates.</summary>
    public string Limits => Filter.Values.Aggregate(Coordinates.None, (at, value) => at.With(value.Key, value.Value)).ToString();

    /// <summary>The rows of the summary table.</summary>
    public IEnumerable<CaseRow> ShownRows => Rows.Where(row => Filter.Includes(row.Case.At));

    /// <summary>The columns of the summary table.</summary>
    public CaseTable Table { get; private set; } = null!;

    /// <summary>The texts that the page's events keep up to date.</summary>
    public PageTexts Texts { get; private set; } = null!;

    /// <summary>Whether there is something to draw, now or later, by the same rule as in job.js.</summary>
    public bool HasCharts => Benchmark is not null && (!HasEnded || Job.Cases.Any(known => known.Runs.Count > 0 || known.Summary is not null));

    /// <summary>The displayed columns of the summary table.</summary>
    public IReadOnlyList<TableColumn<CaseResult>> Columns { get; private set; } = [];

    /// <summary>Whether a column of a running job has no meaning so far. It can return, so it stays in the table.</summary>
    public bool IsOmitted(TableColumn<CaseResult> column) => !HasEnded && Table.Omitted.Contains(column.Name);

    /// <summary>Columns of the summary table, with those of the case's name and of the link to its source.</summary>
    public int ColumnCount => 2 + Table.Axes.Count + Columns.Count;

    /// <summary>The strategy that the others are compared with in this view; null without a baseline.</summary>
    public string? Baseline => Table.Baseline;

    /// <summary>The strategy that the others are compared with in the record of the job; null without a baseline.</summary>
    public string? OwnBaseline { get; private set; }

    /// <summary>The answer; null until the job has ended, and without a result.</summary>
    public JobVerdict? Verdict { get; private set; }

    /// <summary>Which strategy leads while the job runs; null when it is not known.</summary>
    public string? Lead => jobs.Find(Job.Id)?.Lead;

    /// <summary>The answer for a link preview.</summary>
    public string Preview => Headline.Plain(Headline.Of(Job, Benchmark));

    /// <summary>An address with the scheme, the host and the base path under which the request reached the server or its proxy.</summary>
    /// <param name="path">From the root of the application on.</param>
    public string AbsoluteAddress(string path) =>
        UriHelper.BuildAbsolute(Request.Scheme, Request.Host, Request.PathBase, path);

    /// <summary>The answers with their charts; further ones are text.</summary>
    public const int MaxCards = 3;

    /// <summary>Rows of the chart of a page without scripts.</summary>
    public const int MaxLanes = 40;

    /// <summary>The figure of the lanes.</summary>
    public string LanesTitle => LanesChart.TitleOf(Benchmark);

    /// <summary>When the job is expected to start; null without an estimate, and unless it is queued.</summary>
    public ExpectedStart? ExpectedStart { get; private set; }

    /// <inheritdoc cref="JobDocument.Waiting"/>
    public JobWait? Waiting { get; private set; }

    /// <summary>The known reason why the job cannot be resumed; null without one.</summary>
    public Reason? ResumeObstacle { get; private set; }

    /// <summary>The known reason why the job cannot be profiled; null without one.</summary>
    public Reason? ProfileObstacle { get; private set; }

    /// <summary>Whether <b>Resume</b> is suggested. A changed target is known only after an attempt, and may be as before at the next one.</summary>
    public bool IsResumeSuggested => ResumeObstacle is null && Job.Error is not { Code: ReasonCode.EnvironmentChanged };

    /// <summary>Whether a case has stored data, whose cost can be computed from a price.</summary>
    public bool HasStoredData => Benchmark is not { StoresData: false } && Rows.Any(row => new StorageCost(1).Of(row.Case) is not null);

    /// <summary>The units and the columns of the tables of runs.</summary>
    public RunTable RunTable { get; private set; } = null!;

    /// <summary>The view: its baseline, the order of its rows and its columns.</summary>
    [BindProperty(SupportsGet = true)]
    public SummaryView View { get; set; } = new();

    /// <summary>The part of the page that is open.</summary>
    [BindProperty(SupportsGet = true, Name = "open")]
    public string? Open { get; set; }

    /// <summary>The strategy whose runs a large job shows.</summary>
    [BindProperty(SupportsGet = true, Name = "of")]
    public string? RunsOf { get; set; }

    public int RunCount => Rows.Sum(row => row.Case.Runs.Count);

    /// <summary>Whether the runs are shown for one strategy at a time.</summary>
    public bool HasManyRuns => RunCount > ManyRuns;

    /// <summary>The runs that are shown, round by round.</summary>
    public IEnumerable<(CaseRow Row, Run Run, RunTableRow Cells)> Runs =>
        from row in Rows
        where !HasManyRuns || row.Look.Name == RunsOf
        from run in row.Case.Runs
        orderby run.Round
        select (row, run, RunTable.Row(row.Case.Key, run));

    /// <summary>The findings so far. After the end, the verdict has its own place.</summary>
    public IEnumerable<string> Sentences => Job.State switch
    {
        JobState.Queued => [],
        JobState.Running => JobFindings.Of(Job, Benchmark),
        _ => JobFindings.Details(Job, Benchmark),
    };

    /// <summary>The input of job.js.</summary>
    public string Data => JobPageData.Write(Job, Benchmark, Charts, [.. Rows.Select(row => row.Look).DistinctBy(look => look.Name)]);

    /// <summary>The address of a form, which returns to this view.</summary>
    public string FormAddress(string handler) => $"/jobs/{Job.Id}{View.Query([("handler", handler)])}";

    /// <summary>Whether this version has the strategy.</summary>
    public bool HasSource(StrategyStyle look) => Benchmark?.Strategies.Any(strategy => strategy.Name == look.Name) == true;

    // The names of these fields depend on the job.
    public override void OnPageHandlerExecuting(PageHandlerExecutingContext context) => View = View with
    { At = SummaryView.WithPrefix(Request.Query, AxisFilter.Prefix), Point = SummaryView.WithPrefix(Request.Query, MapPoint.Prefix) };

    public async Task<IActionResult> OnGetAsync(Guid id, CancellationToken ct) => await LoadAsync(id, ct) ? Page() : NotFound();

    public async Task<IActionResult> OnPostCancelAsync(Guid id, CancellationToken ct) => await cancellation.CancelAsync(id, ct) switch
    {
        CancelOutcome.NotFound => NotFound(),
        _ => Back(id),
    };

    public Task<IActionResult> OnPostResumeAsync(Guid id, CancellationToken ct) => ContinueAsync(id, continuation.ResumeAsync(id, ct), ct);

    public Task<IActionResult> OnPostAddRoundsAsync(Guid id, CancellationToken ct) =>
        ContinueAsync(id, continuation.AddRoundsAsync(id, RequestFields.DefaultBudgetSeconds, ct), ct);

    public Task<IActionResult> OnPostProfileAsync(Guid id, CancellationToken ct) => ContinueAsync(id, continuation.ProfileAsync(id, ct), ct);

    public async Task<IActionResult> OnPostExcludeRunAsync(
        Guid id, string? strategy, string? at, int round, bool exclude, CancellationToken ct)
    {
        var key = new CaseKey(strategy ?? "", Coordinates.Parse(at ?? ""));
        return await AnswerAsync(
            id,
            strategy is null || at is null ? ChangeOutcome.Refused : await changes.ExcludeRunAsync(id, key, round, exclude, ct),
            $"#{RunTable.AnchorOf(key, round)}",
            "Only disturbed timed runs can be excluded.",
            ct,
            ("open", "runs"),
            ("of", strategy));
    }

    public async Task<IActionResult> OnPostExcludeDisturbedRunsAsync(Guid id, bool exclude, CancellationToken ct) => await AnswerAsync(
        id, await changes.ExcludeDisturbedRunsAsync(id, exclude, ct), "#summary", "This job has no disturbed runs to exclude.", ct);

    public async Task<IActionResult> OnPostBaselineAsync(Guid id, string? strategy, CancellationToken ct)
    {
        var outcome = await changes.ChangeBaselineAsync(id, strategy ?? "", ct);
        View = View with { Against = null };
        return await AnswerAsync(id, outcome, "#summary", "The baseline must be one of the strategies of the job.", ct);
    }

    public async Task<IActionResult> OnPostPinAsync(Guid id, CancellationToken ct) => await AnswerAsync(
        id, await baselines.PinAsync(id, time.GetUtcNow(), ct), "", "Only a completed job can be a baseline.", ct);

    public async Task<IActionResult> OnPostUnpinAsync(Guid id, CancellationToken ct) => await AnswerAsync(
        id, await baselines.UnpinAsync(id, ct), "", "This job is not a baseline.", ct);

    public async Task<IActionResult> OnPostStarAsync(Guid id, bool starred, CancellationToken ct) =>
        await history.StarAsync(id, starred, ct) ? Back(id) : NotFound();

    public async Task<IActionResult> OnPostNoteAsync(Guid id, string? note, CancellationToken ct) => await AnswerAsync(
        id,
        note?.Length > RequestFields.MaximumNoteLength ? ChangeOutcome.Refused
        : await history.ChangeNoteAsync(id, string.IsNullOrWhiteSpace(note) ? null : note.Trim(), ct) ? ChangeOutcome.Changed
        : ChangeOutcome.NotFound,
        "#note",
        $"A note has at most {RequestFields.MaximumNoteLength} characters; this one has {note?.Length}.",
        ct);

    public async Task<IActionResult> OnPostDeleteAsync(Guid id, CancellationToken ct)
    {
        switch (await changes.DeleteAsync(id, ct))
        {
            case DeleteOutcome.Deleted:
                return LocalRedirect("/jobs");
            case DeleteOutcome.NotEnded when await LoadAsync(id, ct):
                return Conflict("A job can be deleted only after it has ended. Cancel it first.");
            case DeleteOutcome.IsBaseline when await LoadAsync(id, ct):
                return Conflict("This job is a baseline. Unpin it before you delete it.");
            default:
                return NotFound();
        }
    }

    private PageResult Conflict(string sentence)
    {
        Error = sentence;
        Response.StatusCode = StatusCodes.Status409Conflict;
        return Page();
    }

    private async Task<IActionResult> ContinueAsync(Guid id, Task<(ChangeOutcome Outcome, Reason? Refusal)> requeuing, CancellationToken ct)
    {
        try
        {
            var (outcome, refusal) = await requeuing;
            return await AnswerAsync(id, outcome, "", refusal.ToText() ?? "", ct);
        }
        catch (QueueFullException full)
        {
            return await LoadAsync(id, ct) ? Conflict(full.Reason.ToText()) : NotFound();
        }
    }

    // Redirects to the place of the click, so that a reload does not repeat the change.
    private async Task<IActionResult> AnswerAsync(
        Guid id, ChangeOutcome outcome, string place, string refusal, CancellationToken ct, params (string Name, string? Value)[] opened)
    {
        switch (outcome)
        {
            case ChangeOutcome.Changed:
                return Back(id, place, opened);
            case ChangeOutcome.Refused when await LoadAsync(id, ct):
                Error = refusal;
                Response.StatusCode = StatusCodes.Status400BadRequest;
                return Page();
            default:
                return NotFound();
        }
    }

    private LocalRedirectResult Back(Guid id, string place = "", params IEnumerable<(string Name, string? Value)> opened) =>
        LocalRedirect($"/jobs/{id}{View.Query(opened)}{place}");

    private async Task<bool> LoadAsync(Guid id, CancellationToken ct)
    {
        if (await jobs.FindAsync(id, ct) is not { } job)
        {
            return false;
        }

        Benchmark = catalogue.Find(job.Benchmark)?.Info;
        OwnBaseline = BenchmarkInfo.BaselineOf(job.Request, Benchmark);
        Job = View.Of(job, Benchmark);
        Filter = AxisFilter.Of(View.At, Job.Request);
        Charts = ChartPanels.Of(Job, Benchmark, Filter.Includes);
        Maps = WinnerMap.Of(Job, Benchmark, Filter.Includes);
        (Point, PointErrors) = Maps is [var map, ..] ? MapPoint.Read(View.Point, [map.X, map.Y]) : (null, []);
        Table = new(Job.Request, Benchmark, Job.Cases, HasEnded ? View.Cost : null);
        RunTable = new(Job.Request, Job.Cases, isVerifiable: Benchmark is not null);
        Columns = View.ColumnsOf(Table, Job);
        Texts = PageTexts.Of(Job, Benchmark, lists.Running);
        ExpectedStart = await forecast.StartOfAsync(Job, ct);
        Waiting = await nodes.FindWaitAsync(Job, ct);
        ResumeObstacle = await continuation.FindResumeObstacleAsync(job, ct);
        ProfileObstacle = await continuation.FindProfileObstacleAsync(job, ct);
        Rows = [.. MakeRows()];
        if (HasEnded)
        {
            // Without a result, the reason at the top is the whole answer.
            Verdict =
                Job.Cases.Any(known => known.Summary is not null || known.Runs.Any(run => run.ExcludedByUser)) ? JobVerdict.Of(Job, Benchmark) : null;
            Pivots = AxisPivot.Of(Job, Benchmark, Filter.Includes);
            RelatedJobs = await RelatedJobs.OfAsync(job, Benchmark, ledger, baselines, ct);
        }

        return true;
    }

    private IEnumerable<CaseRow> MakeRows()
    {
        var looks = Benchmark is null ? [] : StrategyStyle.For(Benchmark);
        // The frame is complete from the start: a case without a run has a row.
        var request = Job.Request;
        var frame = ExpectedCases.Of(request, Benchmark);
        var expected = frame
            .Where(key => Benchmark?.IsExpected(key.Strategy, HasEnded) != false
                && !Job.Cases.Any(known => known.Strategy == key.Strategy && request.PanelOf(known.At) == key.At))
            .Select(key => CaseResult.Of(key, []));
        var order = frame.Select(key => key.Strategy).Distinct().OrderBy(name => name == Benchmark?.Floor).ToList();
        var cases = Job.Cases.Concat(expected);
        cases = HasEnded
            ? View.Sort(cases, Table, Job, Benchmark)
            : cases.OrderBy(known => request.PanelOf(known.At), request.Order).ThenBy(known => order.IndexOf(known.Strategy));
        var leaders = JobRanking.Leaders(Job, Benchmark);
        return cases.Select(known => new CaseRow(looks.FirstOrDefault(look => look.Name == known.Strategy) ?? StrategyStyle.Unknown(known.Strategy),
            known, Table.Row(known), leaders.Contains(known)));
    }
}

/// <summary>A row of the summary table.</summary>
/// <param name="Look">How the strategy looks.</param>
/// <param name="Cells">The formatted cells.</param>
/// <param name="IsFirst">Whether it is emphasized among those of its panel and point.</param>
public sealed record CaseRow(StrategyStyle Look, CaseResult Case, CaseTableRow Cells, bool IsFirst);
