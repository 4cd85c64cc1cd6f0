using System.Text.Json;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Pages.Alerts;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The trend of a schedule: the median of each strategy over the scheduled runs, the expected range, and the alerts.</summary>
public sealed class TrendModel(
    ScheduleLedger schedules, ScheduledRunLedger runLedger, AlertLedger alertLedger, JobLedger jobs, AlertActions actions, Catalogue catalogue)
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

    /// <summary>All alerts of the schedule, newest first.</summary>
    public IReadOnlyList<Alert> Alerts { get; private set; } = [];

    /// <summary>The numbers of the jobs of the alerts, by their ids.</summary>
    public IReadOnlyDictionary<Guid, long> Numbers { get; private set; } = new Dictionary<Guid, long>();

    /// <summary>The measured strategies, in the order of the benchmark.</summary>
    public IReadOnlyList<StrategyStyle> Looks { get; private set; } = [];

    /// <summary>Whether a shown scheduled run has a counted run.</summary>
    public bool HasFigures { get; private set; }

    /// <summary>The case with the expected range; all shown cases have its place.</summary>
    public CaseKey Chosen { get; private set; } = null!;

    public IReadOnlyList<string> Targets { get; private set; } = [];

    /// <summary>The clients of the target's cases; empty when the schedule names no clients.</summary>
    public IReadOnlyList<string> Clients { get; private set; } = [];

    /// <summary>The points of the place's cases; empty without a sweep.</summary>
    public IReadOnlyList<long> Points { get; private set; } = [];

    /// <summary>The shown point. A case without a point belongs to every point.</summary>
    public long? Point { get; private set; }

    public int Span { get; private set; } = DefaultSpan;

    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>The alerts of the chosen place and point.</summary>
    public IEnumerable<Alert> AlertsHere => Alerts.Where(alert => alert.Case.Place == Chosen.Place && IsShown(alert.Point));

    /// <summary>The input of trend.js.</summary>
    public string Data => JsonSerializer.Serialize(
        new
        {
            Runs,
            Missed,
            Strategies = Looks,
            Chosen = Chosen.Strategy,
            Benchmark?.TimePer,
            Alerts = AlertsHere.Select(alert => new { alert.Strategy, alert.Since, alert.State, Sentence = AlertDocument.SentenceOf(alert) }),
        },
        ModelJson.Options);

    // Bookmarks of earlier versions have `nights` instead of `runs`.
    public async Task<IActionResult> OnGetAsync(Guid id, int? runs, [FromQuery(Name = "nights")] int? earlierRuns, string? strategy,
        string? target, string? client, long? point, CancellationToken ct) =>
            await LoadAsync(id, runs ?? earlierRuns, strategy, target, client, point, ct) ? Page() : NotFound();

    public async Task<IActionResult> OnPostAcknowledgeAsync(Guid id, Guid alert, CancellationToken ct) =>
        Back(id, await actions.AcknowledgeAsync(alert, ct));

    public async Task<IActionResult> OnPostSilenceAsync(Guid id, Guid alert, CancellationToken ct) =>
        Back(id, await actions.SilenceAsync(alert, AlertActions.DefaultSilence, ct));

    public async Task<IActionResult> OnPostBaselineAsync(Guid id, Guid alert, CancellationToken ct) =>
        Back(id, await actions.AcceptAsBaselineAsync(alert, ct));

    // An alert that has ended in the meantime is shown as such on the page, with the same selection as before.
    private IActionResult Back(Guid id, ChangeOutcome outcome) => outcome == ChangeOutcome.NotFound
        ? NotFound()
        : LocalRedirect($"/schedules/{id}{QueryString.Create(Request.Query.Where(part => part.Key != "handler"))}");

    private bool IsShown(long? point) => point is null || point == Point;

    private async Task<bool> LoadAsync(Guid id, int? span, string? strategy, string? target, string? client, long? point, CancellationToken ct)
    {
        if (await schedules.FindAsync(id, ct) is not { } kept)
        {
            return false;
        }

        Kept = kept;
        Benchmark = catalogue.Find(kept.Schedule.Request.Benchmark)?.Info;
        Span = span is { } requested && Spans.Contains(requested) ? requested : DefaultSpan;
        Alerts = [.. (await alertLedger.ListAsync(null, id, AlertsRead, ct: ct)).Where(alert => alert.Error is null)];
        Numbers = await jobs.NumbersAsync(Alerts.SelectMany(AlertView.JobsOf), ct);
        var runs = await runLedger.ListAsync(kept.Schedule.Name, Span + RegressionDetector.MaximumRuns, ct: ct);
        CaseKey[] measured = [.. runs.TakeLast(Span).SelectMany(run => run.Times.Keys).Distinct()];
        HasFigures = measured.Length > 0;
        Choose(HasFigures ? measured : [.. kept.Schedule.Request.Places.SelectMany(place =>
            kept.Schedule.Request.Strategies.Select(name => new CaseKey(name, place.Target, null, place.Client)))], strategy, target, client, point);
        Runs = Trend.Of(runs, Span, Chosen, Point, Alerts).Runs;
        Missed = [.. (await schedules.MissedAsync(id, ct)).Where(missed => Runs.Count == 0 || runs.Count <= Span || missed.DueAt > Runs[0].At)];
        return true;
    }

    // An unknown value in the address is ignored: the address may be older than the strategies of the schedule.
    private void Choose(IReadOnlyList<CaseKey> cases, string? strategy, string? target, string? client, long? point)
    {
        var alert = Alerts.FirstOrDefault(each => each.IsActive && cases.Contains(each.Case));
        Targets = [.. cases.Select(@case => @case.Target).Distinct().Order()];
        var server = Targets.Contains(target!) ? target! : alert?.Target ?? (Targets is [var first, ..] ? first : "");
        Clients = [.. cases.Where(@case => @case.Target == server).Select(@case => @case.Client).OfType<string>().Distinct().Order()];
        var where = new Place(server, Clients.Contains(client!)
            ? client
            : alert?.Client is { } slowOne && Clients.Contains(slowOne) ? slowOne
            : Clients is [.., var newest] ? newest
            : null);
        Points = [.. cases.Where(@case => @case.Place == where).Select(@case => @case.Point).OfType<long>().Distinct().Order()];
        Point = point is { } requested && Points.Contains(requested)
            ? requested
            : alert?.Point is { } slow && Points.Contains(slow) ? slow
            : Points is [.., var last] ? last
            : null;
        var here = cases.Where(@case => @case.Place == where && IsShown(@case.Point)).ToArray();
        var names = here.Select(@case => @case.Strategy).Distinct().ToArray();
        var looks = Benchmark is null ? [] : StrategyStyle.For(Benchmark);
        Looks = [.. looks.Where(look => names.Contains(look.Name)),
            .. names.Except(looks.Select(look => look.Name)).Select(name => new StrategyStyle(name, name, 6, "circle", false, false))];
        var usual = BenchmarkInfo.BaselineOf(Kept.Schedule.Request, Benchmark);
        var chosen = names.Contains(strategy)
            ? strategy
            : alert?.Strategy is { } slower && names.Contains(slower) ? slower
            : names.Contains(usual) ? usual
            : names.FirstOrDefault();
        Chosen = here.FirstOrDefault(@case => @case.Strategy == chosen) ?? new("", where.Target, Point, where.Client);
    }
}
