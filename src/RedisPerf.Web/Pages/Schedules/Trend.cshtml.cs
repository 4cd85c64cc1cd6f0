using System.Text.Json;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Background;
using RedisPerf.Web.Pages.Alerts;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The trend of a schedule: the median of each strategy over the scheduled runs, the expected range, and the alerts.</summary>
public sealed class TrendModel(
    ScheduleLedger schedules, ScheduledRunLedger runLedger, AlertLedger alertLedger, JobLedger jobs, AlertActions actions, Catalogue catalogue,
    ScheduleChanges changes, ScheduledJobs scheduledJobs, TimeProvider time)
    : PageModel
{
    private const int DefaultSpan = 90;
    private const int AlertsRead = 1_000;

    /// <summary>The selectable numbers of scheduled runs.</summary>
    public static IReadOnlyList<int> Spans { get; } = [30, DefaultSpan, 365];

    public ScheduleRecord Kept { get; private set; } = null!;

    public IReadOnlyList<TrendRun> Runs { get; private set; } = [];

    /// <summary>The missed runs in the shown period.</summary>
    public IReadOnlyList<MissedRun> Missed { get; private set; } = [];

    /// <summary>How often the schedule decided that a case changed; null without a decision.</summary>
    public Decisions? Decisions { get; private set; }

    /// <summary>All alerts of the schedule, newest first.</summary>
    public IReadOnlyList<Alert> Alerts { get; private set; } = [];

    /// <summary>The numbers of the jobs of the alerts, by their ids.</summary>
    public IReadOnlyDictionary<Guid, long> Numbers { get; private set; } = new Dictionary<Guid, long>();

    /// <summary>The measured strategies, in the order of the benchmark.</summary>
    public IReadOnlyList<StrategyStyle> Looks { get; private set; } = [];

    /// <summary>The comparable runs so far, until changes are detected; null from then on.</summary>
    public int? RunsSoFar { get; private set; }

    /// <summary>The number of runs whose change points are searched.</summary>
    public int SeriesLength { get; private set; }

    /// <summary>The change points of the chosen case and of its floor, newest first.</summary>
    public IReadOnlyList<CaseChangePoint> ChangePoints { get; private set; } = [];

    /// <summary>The next times, UTC; empty while the schedule is paused.</summary>
    public IReadOnlyList<DateTimeOffset> NextTimes { get; private set; } = [];

    /// <summary>Why the last request was refused; null without one.</summary>
    public string? Error { get; private set; }

    /// <summary>Whether the horizontal axis of the chart is time; by default, all runs have the same distance.</summary>
    [BindProperty(SupportsGet = true, Name = "axis")]
    public string? AxisName { get; set; }

    public bool IsByTime => AxisName == "time";

    /// <summary>Whether a shown scheduled run has a counted run.</summary>
    public bool HasFigures { get; private set; }

    /// <summary>The coordinates of all shown cases. A case that an axis does not affect belongs to each of its values.</summary>
    public Coordinates At { get; private set; } = Coordinates.None;

    /// <summary>The case with the expected range.</summary>
    public CaseKey Chosen { get; private set; } = null!;

    public IReadOnlyList<string> Targets { get; private set; } = [];

    /// <summary>The clients of the target's cases; empty when the schedule names no clients.</summary>
    public IReadOnlyList<string> Clients { get; private set; } = [];

    /// <summary>The other options and server settings of the cases of the target and the client, without the position on the curve.</summary>
    public IReadOnlyList<Coordinates> Others { get; private set; } = [];

    /// <summary>The positions of these cases on the curve; empty without a curve.</summary>
    public IReadOnlyList<double> Points { get; private set; } = [];

    /// <summary>The shown position.</summary>
    public double? Point => Kept.Schedule.Request.PointOf(At);

    public int Span { get; private set; } = DefaultSpan;

    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>The alerts of the shown cases.</summary>
    public IEnumerable<Alert> AlertsHere => Alerts.Where(alert => alert.At.IsWithin(At));

    /// <summary>The address of a form, which returns to the current selection.</summary>
    public string FormAddress(string handler) => $"/schedules/{Kept.Schedule.Id}{Request.QueryString.Add("handler", handler)}";

    /// <summary>The input of trend.js.</summary>
    public string Data => JsonSerializer.Serialize(
        new
        {
            Runs,
            Missed,
            Strategies = Looks,
            Chosen = Chosen.Strategy,
            IsByTime,
            Benchmark?.TimePer,
            Alerts = AlertsHere.Select(alert => new { alert.Strategy, alert.Since, alert.State, Sentence = AlertDocument.SentenceOf(alert) }),
        },
        ModelJson.Options);

    // Bookmarks of earlier versions have `nights` instead of `runs`.
    public async Task<IActionResult> OnGetAsync(Guid id, int? runs, [FromQuery(Name = "nights")] int? earlierRuns, string? strategy,
        string? target, string? client, double? point, string? at, CancellationToken ct) =>
            await LoadAsync(id, runs ?? earlierRuns, strategy, new(target, client, point, at), ct) ? Page() : NotFound();

    public async Task<IActionResult> OnPostAcknowledgeAsync(Guid id, Guid alert, CancellationToken ct) =>
        Back(id, await actions.AcknowledgeAsync(alert, ct));

    public async Task<IActionResult> OnPostSilenceAsync(Guid id, Guid alert, CancellationToken ct) =>
        Back(id, await actions.SilenceAsync(alert, AlertActions.DefaultSilence, ct));

    public async Task<IActionResult> OnPostBaselineAsync(Guid id, Guid alert, CancellationToken ct) =>
        Back(id, await actions.AcceptAsBaselineAsync(alert, ct));

    public async Task<IActionResult> OnPostPauseAsync(Guid id, CancellationToken ct) => await changes.PauseAsync(id, ct) ? Back(id) : NotFound();

    public async Task<IActionResult> OnPostResumeAsync(Guid id, CancellationToken ct) => await changes.ResumeAsync(id, ct) ? Back(id) : NotFound();

    public async Task<IActionResult> OnPostRunAsync(Guid id, CancellationToken ct)
    {
        if (await schedules.FindAsync(id, ct) is not { Schedule: var schedule })
        {
            return NotFound();
        }

        try
        {
            var result = await scheduledJobs.RunAsync(schedule, RequestedBy.Page, ct);
            return result.Job is { } job ? LocalRedirect($"/jobs/{job.Id}")
                : await RefuseAsync(id, result.Refusal.ToText(),
                    result.Outcome is null ? StatusCodes.Status400BadRequest : StatusCodes.Status409Conflict, ct);
        }
        catch (QueueFullException full)
        {
            return await RefuseAsync(id, full.Reason.ToText(), StatusCodes.Status429TooManyRequests, ct);
        }
    }

    private async Task<IActionResult> RefuseAsync(Guid id, string? reason, int status, CancellationToken ct)
    {
        (Error, Response.StatusCode) = (reason, status);
        return await LoadAsync(id, null, null, new(null, null, null, null), ct) ? Page() : NotFound();
    }

    // An alert that has ended in the meantime is shown as such on the page, with the same selection as before.
    private IActionResult Back(Guid id, ChangeOutcome outcome) => outcome == ChangeOutcome.NotFound ? NotFound() : Back(id);

    private LocalRedirectResult Back(Guid id) =>
        LocalRedirect($"/schedules/{id}{QueryString.Create(Request.Query.Where(part => part.Key != "handler"))}");

    private async Task<bool> LoadAsync(Guid id, int? span, string? strategy, TrendChoice choice, CancellationToken ct)
    {
        if (await schedules.FindAsync(id, ct) is not { } kept)
        {
            return false;
        }

        Kept = kept;
        Benchmark = catalogue.Find(kept.Schedule.Request.Benchmark)?.Info;
        Span = span is { } requested && Spans.Contains(requested) ? requested : DefaultSpan;
        Alerts = [.. (await alertLedger.ListAsync(null, id, AlertsRead, ct: ct)).Where(alert => alert.Error is null)];
        Decisions = (await alertLedger.DecisionsAsync(ct)).GetValueOrDefault(id);
        Numbers = await jobs.NumbersAsync(Alerts.SelectMany(AlertView.JobsOf), ct);
        var runs = await runLedger.ListAsync(kept.Schedule.Name, Span + RegressionDetector.MaximumRuns, ct: ct);
        CaseKey[] measured = [.. runs.TakeLast(Span).SelectMany(run => run.Times.Keys).Distinct()];
        HasFigures = measured.Length > 0;
        Choose(HasFigures ? measured : ExpectedCases.Of(kept.Schedule.Request, Benchmark), strategy, choice);
        Runs = Trend.Of(runs, Span, Chosen, At, Alerts).Runs;
        RunsSoFar = runs.Count > 0 && ScheduledRunHistory.Comparable(runs).Count is < RegressionDetector.MinimumRuns and var soFar ? soFar : null;
        FindChangePoints(runs);
        NextTimes = kept.Damage is null ? ScheduleTimes.NextOf(kept.Schedule, time.GetUtcNow()) : [];
        Missed = [.. (await schedules.MissedAsync(id, ct)).Where(missed => Runs.Count == 0 || runs.Count <= Span || missed.DueAt > Runs[0].At)];
        return true;
    }

    private void FindChangePoints(IReadOnlyList<ScheduledRunRecord> runs)
    {
        if (runs.Count > 0)
        {
            var (series, floor) = (CaseChangePoint.SeriesOf(runs), Benchmark?.Floor);
            var cases = series.SelectMany(run => run.Times.Keys).Distinct()
                .Where(@case => @case == Chosen || (@case.Strategy == floor && @case.At.IsWithin(At)));
            SeriesLength = series.Count;
            ChangePoints = [.. cases.SelectMany(@case => CaseChangePoint.Of(series, @case, floor)).OrderByDescending(change => change.After.At)];
        }
    }

    // An unknown value in the address is ignored: the address may be older than the strategies and the options of the schedule.
    private void Choose(IReadOnlyList<CaseKey> cases, string? strategy, TrendChoice choice)
    {
        var request = Kept.Schedule.Request;
        var alert = Alerts.FirstOrDefault(each => each.IsActive && cases.Contains(each.Case));
        Targets = [.. cases.Select(@case => @case.Target).Distinct().Order()];
        var target = Choose(Targets, choice.Target, alert?.Target) ?? (Targets is [var first, ..] ? first : "");
        Clients = [.. cases.Where(@case => @case.Target == target).Select(@case => @case.Client).OfType<string>().Distinct().Order()];
        var client = Choose(Clients, choice.Client, alert?.Client) ?? (Clients is [.., var newest] ? newest : null);
        var site = Coordinates.Of(target, client);

        var ofSite = cases.Where(@case => @case.At.Only(IsOfSite).IsWithin(site));
        Others = [.. Coordinates.Outermost(ofSite.Select(@case => request.PanelOf(@case.At).Others)).Order(request.Order)];
        var other = Choose(Others, choice.Others, alert?.At) ?? (Others is [var usualOne, ..] ? usualOne : Coordinates.None);
        var panel = site.With(other);

        Points = [.. cases.Where(@case => request.PanelOf(@case.At).IsWithin(panel)).Select(@case => request.PointOf(@case.At)).OfType<double>()
            .Distinct().Order()];
        var point = new[] { choice.Point, request.PointOf(choice.Others), alert is null ? null : request.PointOf(alert.At) }
            .FirstOrDefault(each => each is { } requested && Points.Contains(requested)) ?? (Points is [.., var last] ? last : null);
        At = point is { } shown ? panel.With(request.Curve!.Name, Coordinates.TextOf(shown)) : panel;
        var here = cases.Where(@case => @case.At.IsWithin(At)).ToArray();
        var names = here.Select(@case => @case.Strategy).Distinct().ToArray();
        var looks = Benchmark is null ? [] : StrategyStyle.For(Benchmark);
        Looks = [.. looks.Where(look => names.Contains(look.Name)),
            .. names.Except(looks.Select(look => look.Name)).Select(StrategyStyle.Unknown)];
        var usual = BenchmarkInfo.BaselineOf(Kept.Schedule.Request, Benchmark);
        var chosen = names.Contains(strategy)
            ? strategy
            : alert?.Strategy is { } slower && names.Contains(slower) ? slower
            : names.Contains(usual) ? usual
            : names.FirstOrDefault();
        Chosen = here.FirstOrDefault(@case => @case.Strategy == chosen) ?? new("", At);
    }

    /// <summary>The text of some of <see cref="Others"/>.</summary>
    public string TextOf(Coordinates others) => string.Join(", ", CoordinatesText.Options(others, Kept.Schedule.Request));

    private static bool IsOfSite(string axis) => axis is Axis.Target or Axis.Client;

    private static string? Choose(IReadOnlyList<string> values, params ReadOnlySpan<string?> requested)
    {
        foreach (var value in requested)
        {
            if (value is not null && values.Contains(value))
            {
                return value;
            }
        }

        return null;
    }

    private static Coordinates? Choose(IReadOnlyList<Coordinates> values, params ReadOnlySpan<Coordinates?> requested)
    {
        foreach (var at in requested)
        {
            if (at is { Count: > 0 } && values.FirstOrDefault(value => value.Count > 0 && value.IsWithin(at)) is { } found)
            {
                return found;
            }
        }

        return null;
    }

    /// <summary>What the address selects.</summary>
    /// <param name="At">The other coordinates in their canonical text; any text of a user.</param>
    private sealed record TrendChoice(string? Target, string? Client, double? Point, string? At)
    {
        public Coordinates Others { get; } = Coordinates.Parse(At ?? "");
    }
}
