using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Ledger;
using RedisPerf.Web.Pages.Jobs;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>A new schedule, from nothing or from a job; or a change of one.</summary>
public sealed class EditModel(Catalogue catalogue, TargetBoard board, JobLedger ledger, ScheduleLedger schedules, ScheduleChanges changes, TimeProvider time) : PageModel
{
    private IReadOnlyList<FieldError> _errors = [];

    /// <summary>Null while the schedule is new.</summary>
    [BindProperty(SupportsGet = true)]
    public Guid? Id { get; set; }

    public IReadOnlyList<IBenchmark> Benchmarks => catalogue.Benchmarks;

    public string Name { get; private set; } = "";

    public string TimeZone { get; private set; } = "";

    /// <summary>The zone is nobody's choice yet: the browser may offer its own.</summary>
    public bool IsZoneOpen { get; private set; }

    public When When { get; private set; } = new();

    public Preview Preview { get; private set; } = null!;

    public RunFields Fields { get; private set; } = null!;

    public Forecast Forecast { get; private set; } = null!;

    /// <summary>The sentences for one field of the schedule; those of its job are in <see cref="Fields"/>.</summary>
    public IEnumerable<string> ErrorsOf(string field) => _errors.Where(error => error.Field == field).Select(error => error.Message);

    public async Task<IActionResult> OnGetAsync(string? benchmark, Guid? from, CancellationToken ct)
    {
        if (Id is { } id)
        {
            if (await schedules.FindAsync(id, ct) is not { Schedule: var schedule } || Find(schedule.Request.Benchmark) is not { } known)
            {
                return NotFound();
            }

            Name = schedule.Name;
            When = When.Of(schedule.Cron);
            await LookAroundAsync(RunForm.Of(known, schedule.Request, schedule.Note), schedule.TimeZone, ct);
            return Page();
        }

        var job = from is { } jobId ? await ledger.FindAsync(jobId, ct) : null;
        if (Find(job?.Benchmark ?? benchmark) is not { } info)
        {
            return NotFound();
        }

        IsZoneOpen = true;
        Name = job is null ? "" : $"nightly {info.Name}";
        await LookAroundAsync(job is null ? RunForm.Default(info, (await board.UsualAsync())?.Name) : RunForm.Of(info, job.Request, job.Note), Zones.Own, ct);
        return Page();
    }

    /// <summary>The next times, the estimate and the errors of what is typed so far; asked by schedule.js.</summary>
    public async Task<IActionResult> OnGetPreviewAsync(string? benchmark, string? timeZone, CancellationToken ct)
    {
        if (Find(benchmark) is not { } info)
        {
            return NotFound();
        }

        var preview = Preview.Of(When.Sent(Request.Query), timeZone ?? "", time.GetUtcNow());
        var forecast = await Forecast.ForAsync(RunForm.Sent(info, Request.Query), catalogue, board, ct);
        return new JsonResult(new { preview.Words, preview.Times, forecast.Level, forecast.Sentence, Errors = preview.Errors.Concat(forecast.Errors) });
    }

    public async Task<IActionResult> OnPostAsync(string? name, string? timeZone, string? benchmark, CancellationToken ct)
    {
        if (Find(benchmark) is not { } info)
        {
            return NotFound();
        }

        Name = name ?? "";
        When = When.Sent(Request.Form);
        var form = RunForm.Sent(info, Request.Form);
        var picked = new List<FieldError>();
        var draft = Preview.DraftOf(When, timeZone ?? "", picked) with { Name = Name, Request = form.ToDraft() };
        var (isKept, errors) = await KeepAsync(draft, ct);
        if (isKept is null)
        {
            return NotFound();
        }

        if (isKept == true)
        {
            return LocalRedirect("/schedules");
        }

        // What was picked wrongly has its own sentence; the expression that it did not make has none.
        _errors = [.. picked, .. errors.Where(error => picked.TrueForAll(known => known.Field != error.Field))];
        Response.StatusCode = StatusCodes.Status400BadRequest;
        await LookAroundAsync(form, timeZone ?? "", ct);
        return Page();
    }

    // Null when the schedule is gone.
    private async Task<(bool? IsKept, IReadOnlyList<FieldError> Errors)> KeepAsync(ScheduleDraft draft, CancellationToken ct)
    {
        if (Id is { } id)
        {
            var (outcome, wrong) = await changes.ChangeAsync(id, draft, ct);
            return (outcome == ScheduleOutcome.NotFound ? null : outcome is not null, wrong);
        }

        var (added, errors) = await changes.AddAsync(draft, ct);
        return (added is not null, errors);
    }

    private BenchmarkInfo? Find(string? name) =>
        (string.IsNullOrEmpty(name) ? catalogue.Benchmarks[0] : catalogue.Find(name))?.Info;

    private async Task LookAroundAsync(RunForm form, string timeZone, CancellationToken ct)
    {
        TimeZone = timeZone;
        Preview = Preview.Of(When, timeZone, time.GetUtcNow());
        Fields = new(form, await board.DescribeAsync(), [.. _errors.Where(IsOfJob).Select(error => error with { Field = error.Field[ScheduleDraft.RequestPrefix.Length..] })]);
        Forecast = await Forecast.ForAsync(form, catalogue, board, ct);
    }

    private static bool IsOfJob(FieldError error) => error.Field.StartsWith(ScheduleDraft.RequestPrefix, StringComparison.Ordinal);
}
