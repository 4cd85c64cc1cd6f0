using System.Text.Json;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger;
using RedisPerf.Web.Alerts;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>One schedule over its nights: what each strategy took, what was to be expected, and what became slower.</summary>
public sealed class TrendModel(ScheduleLedger schedules, NightLedger ledger, AlertLedger alertLedger, AlertActions actions, Catalogue catalogue) : PageModel
{
    private const int UsualNights = 90;
    private const int AlertsRead = 1_000;

    /// <summary>How many nights one can look at.</summary>
    public static IReadOnlyList<int> Spans { get; } = [30, UsualNights, 365];

    public KeptSchedule Kept { get; private set; } = null!;

    public IReadOnlyList<TrendNight> Nights { get; private set; } = [];

    /// <summary>Those that fall into what is shown.</summary>
    public IReadOnlyList<MissedNight> Missed { get; private set; } = [];

    /// <summary>All of the schedule, newest first.</summary>
    public IReadOnlyList<Alert> Alerts { get; private set; } = [];

    /// <summary>The strategies that were measured, as the benchmark orders them.</summary>
    public IReadOnlyList<StrategyLook> Looks { get; private set; } = [];

    /// <summary>The case that the band is of; all that is shown is of its target.</summary>
    public CaseKey Chosen { get; private set; } = null!;

    public IReadOnlyList<string> Targets { get; private set; } = [];

    /// <summary>Of the target's cases; none where nothing is swept.</summary>
    public IReadOnlyList<long> Points { get; private set; } = [];

    /// <summary>The point of all that is shown. A case that the sweep does not touch belongs to every point.</summary>
    public long? Point { get; private set; }

    public int Span { get; private set; } = UsualNights;

    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>Of what is shown, those of the chosen target and point.</summary>
    public IEnumerable<Alert> AlertsHere => Alerts.Where(alert => alert.Target == Chosen.Target && IsShown(alert.Point));

    /// <summary>What trend.js starts from.</summary>
    public string Data => JsonSerializer.Serialize(
        new
        {
            Nights,
            Missed,
            Strategies = Looks,
            Chosen = Chosen.Strategy,
            Benchmark?.TimePer,
            Alerts = AlertsHere.Select(alert => new { alert.Strategy, alert.Since, alert.State, Sentence = AlertDocument.SentenceOf(alert) }),
        },
        ModelJson.Options);

    public async Task<IActionResult> OnGetAsync(Guid id, int? nights, string? strategy, string? target, long? point, CancellationToken ct) =>
        await LoadAsync(id, nights, strategy, target, point, ct) ? Page() : NotFound();

    public async Task<IActionResult> OnPostAcknowledgeAsync(Guid id, Guid alert, CancellationToken ct) => Back(id, await actions.AcknowledgeAsync(alert, ct));

    public async Task<IActionResult> OnPostSilenceAsync(Guid id, Guid alert, CancellationToken ct) => Back(id, await actions.SilenceAsync(alert, AlertActions.DefaultSilence, ct));

    public async Task<IActionResult> OnPostBaselineAsync(Guid id, Guid alert, CancellationToken ct) => Back(id, await actions.TakeAsBaselineAsync(alert, ct));

    // One that has ended meanwhile is seen so on the page, which shows what it showed before.
    private IActionResult Back(Guid id, ChangeOutcome outcome) => outcome == ChangeOutcome.NotFound
        ? NotFound()
        : LocalRedirect($"/schedules/{id}{QueryString.Create(Request.Query.Where(part => part.Key != "handler"))}");

    private bool IsShown(long? point) => point is null || point == Point;

    private async Task<bool> LoadAsync(Guid id, int? span, string? strategy, string? target, long? point, CancellationToken ct)
    {
        if (await schedules.FindAsync(id, ct) is not { } kept)
        {
            return false;
        }

        Kept = kept;
        Benchmark = catalogue.Find(kept.Schedule.Request.Benchmark)?.Info;
        Span = span is { } wanted && Spans.Contains(wanted) ? wanted : UsualNights;
        Alerts = await alertLedger.ListAsync(null, id, AlertsRead, ct: ct);
        var nights = await ledger.ListAsync(kept.Schedule.Name, Span + NightJudge.MostNights, ct: ct);
        Choose([.. nights.TakeLast(Span).SelectMany(night => night.Times.Keys).Distinct()], strategy, target, point);
        Nights = Trend.Of(nights, Span, Chosen, Point, Alerts).Nights;
        Missed = [.. (await ledger.MissedAsync(id, ct)).Where(missed => Nights.Count == 0 || nights.Count <= Span || missed.DueAt > Nights[0].At)];
        return true;
    }

    // What is not there is not chosen: an address may be older than the schedule's strategies.
    private void Choose(IReadOnlyList<CaseKey> cases, string? strategy, string? target, long? point)
    {
        var alert = Alerts.FirstOrDefault(each => each.Lasts && cases.Contains(each.Case));
        Targets = [.. cases.Select(@case => @case.Target).Distinct().Order()];
        var where = Targets.Contains(target!) ? target! : alert?.Target ?? (Targets is [var first, ..] ? first : "");
        Points = [.. cases.Where(@case => @case.Target == where).Select(@case => @case.Point).OfType<long>().Distinct().Order()];
        Point = point is { } wanted && Points.Contains(wanted) ? wanted : alert?.Point is { } slow && Points.Contains(slow) ? slow : Points is [.., var last] ? last : null;
        var here = cases.Where(@case => @case.Target == where && IsShown(@case.Point)).ToArray();
        var names = here.Select(@case => @case.Strategy).Distinct().ToArray();
        var looks = Benchmark is null ? [] : StrategyLook.For(Benchmark);
        Looks = [.. looks.Where(look => names.Contains(look.Name)), .. names.Except(looks.Select(look => look.Name)).Select(name => new StrategyLook(name, name, 6, "circle", false, false))];
        var usual = BenchmarkInfo.BaselineOf(Kept.Schedule.Request, Benchmark);
        var chosen = names.Contains(strategy) ? strategy : alert?.Strategy is { } slower && names.Contains(slower) ? slower : names.Contains(usual) ? usual : names.FirstOrDefault();
        Chosen = here.FirstOrDefault(@case => @case.Strategy == chosen) ?? new("", where, Point);
    }
}
