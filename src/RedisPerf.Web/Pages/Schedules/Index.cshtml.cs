using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Background;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The list of schedules, by name.</summary>
public sealed class IndexModel(
    ScheduleLedger ledger, AlertLedger alerts, ScheduledRunLedger runs, JobLedger jobLedger, Catalogue catalogue, ScheduleChanges changes,
    ScheduledJobs jobs) : PageModel
{
    private const int AlertsRead = 100;

    public IReadOnlyList<ScheduleRecord> Schedules { get; private set; } = [];

    /// <summary>How often each schedule decided that a case changed, by the schedule's id; none without a decision.</summary>
    public IReadOnlyDictionary<Guid, Decisions> Decisions { get; private set; } = new Dictionary<Guid, Decisions>();

    /// <summary>The number of alerts of each schedule that have not ended and are not silenced, by the schedule's id.</summary>
    public IReadOnlyDictionary<Guid, int> Alerts { get; private set; } = new Dictionary<Guid, int>();

    /// <summary>The cases of each schedule with a scheduled run, by the schedule's id.</summary>
    public IReadOnlyDictionary<Guid, CaseStrips> Strips { get; private set; } = new Dictionary<Guid, CaseStrips>();

    public string? Error { get; private set; }

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    public async Task<IActionResult> OnPostPauseAsync(Guid id, CancellationToken ct) => Back(await changes.PauseAsync(id, ct));

    public async Task<IActionResult> OnPostResumeAsync(Guid id, CancellationToken ct) => Back(await changes.ResumeAsync(id, ct));

    public async Task<IActionResult> OnPostDeleteAsync(Guid id, CancellationToken ct) => Back(await changes.DeleteAsync(id, ct));

    public async Task<IActionResult> OnPostRunAsync(Guid id, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { Schedule: var schedule })
        {
            return NotFound();
        }

        try
        {
            var result = await jobs.RunAsync(schedule, RequestedBy.Page, ct);
            return result.Job is { } job ? LocalRedirect($"/jobs/{job.Id}") : await RefuseAsync(result.Refusal.ToText(), result.Outcome is null
                ? StatusCodes.Status400BadRequest
                : StatusCodes.Status409Conflict, ct);
        }
        catch (QueueFullException full)
        {
            return await RefuseAsync(full.Reason.ToText(), StatusCodes.Status429TooManyRequests, ct);
        }
    }

    private IActionResult Back(bool isThere) => isThere ? LocalRedirect("/schedules") : NotFound();

    private async Task<PageResult> RefuseAsync(string? reason, int status, CancellationToken ct)
    {
        Error = reason;
        Response.StatusCode = status;
        await LoadAsync(ct);
        return Page();
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        Schedules = await ledger.ListAsync(ct);
        Alerts = await alerts.CountBySchedulesAsync(ct);
        Decisions = await alerts.DecisionsAsync(ct);
        var strips = new Dictionary<Guid, CaseStrips>();
        foreach (var kept in Schedules.Where(kept => kept.Damage is null))
        {
            if (await StripsAsync(kept, ct) is { } known)
            {
                strips.Add(kept.Schedule.Id, known);
            }
        }

        Strips = strips;
    }

    private async Task<CaseStrips?> StripsAsync(ScheduleRecord kept, CancellationToken ct)
    {
        var schedule = kept.Schedule;
        var scheduled = await runs.ListAsync(schedule.Name, TrendStrip.Length, ct: ct);
        if (scheduled.Count == 0)
        {
            return null;
        }

        var own = (await alerts.ListAsync(null, schedule.Id, AlertsRead, ct: ct)).Where(alert => alert.Error is null).ToArray();
        var missed = await ledger.MissedAsync(schedule.Id, ct);
        var numbers = own.Length == 0 ? new Dictionary<Guid, long>() : await jobLedger.NumbersAsync(own.Select(alert => alert.SinceJob), ct);
        return CaseStrips.Of(schedule, catalogue.Find(schedule.Request.Benchmark)?.Info, scheduled, missed, own, numbers);
    }
}
