using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Background;
using RedisPerf.Web.Nodes;
using RedisPerf.Web.Pages.NewRun;
using RedisPerf.Web.Schedules;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>Adds or edits a schedule. A new schedule can copy the request of a job.</summary>
public sealed class EditModel(Catalogue catalogue, TargetBoard board, ClientCatalogue clients, PayloadBoard payloads, NodeBoard nodes,
    JobLedger ledger, ScheduleLedger schedules, ScheduleChanges changes, Forecaster forecaster, TimeProvider time)
    : PageModel
{
    private IReadOnlyList<FieldError> _errors = [];

    /// <summary>Null while the schedule is new.</summary>
    [BindProperty(SupportsGet = true)]
    public Guid? Id { get; set; }

    public IReadOnlyList<IBenchmark> Benchmarks => catalogue.Benchmarks;

    public string Name { get; private set; } = "";

    public string TimeZone { get; private set; } = "";

    /// <summary>Whether the user has not chosen a zone yet, so the browser may set its own.</summary>
    public bool IsZoneOpen { get; private set; }

    public Recurrence Recurrence { get; private set; } = new();

    public Preview Preview { get; private set; } = null!;

    public RunFields Fields { get; private set; } = null!;

    public Forecast Forecast { get; private set; } = null!;

    /// <summary>The errors of one field of the schedule. Those of its job are in <see cref="Fields"/>.</summary>
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
            Recurrence = Recurrence.Of(schedule.Cron);
            await LoadAsync(RunForm.Of(known, schedule.Request, schedule.Note), schedule.TimeZone, ct);
            return Page();
        }

        var job = from is { } jobId ? await ledger.FindAsync(jobId, ct) : null;
        if (Find(job?.Benchmark ?? benchmark) is not { } info)
        {
            return NotFound();
        }

        IsZoneOpen = true;
        Name = job is null ? "" : $"nightly {info.Name}";
        await LoadAsync(
            job is null ? RunForm.Default(info, (await board.DefaultAsync())?.Name) : RunForm.Of(info, job.Request, job.Note), Zones.Local, ct);
        return Page();
    }

    /// <summary>The next times, the estimate and the errors for the current values; requested by schedule.js.</summary>
    public async Task<IActionResult> OnGetPreviewAsync(string? benchmark, string? timeZone, CancellationToken ct)
    {
        if (Find(benchmark) is not { } info)
        {
            return NotFound();
        }

        var preview = Preview.Of(Recurrence.Sent(Request.Query), timeZone ?? "", time.GetUtcNow());
        var forecast = await forecaster.ForAsync(RunForm.Sent(info, Request.Query), Forecaster.ServerOf(Request), ct);
        return new JsonResult(
            new
            {
                preview.Words,
                preview.Times,
                forecast.Level,
                forecast.Sentence,
                forecast.Time,
                forecast.Sizes,
                forecast.Varied,
                Errors = preview.Errors.Concat(forecast.Errors)
            });
    }

    public async Task<IActionResult> OnPostAsync(string? name, string? timeZone, string? benchmark, CancellationToken ct)
    {
        if (Find(benchmark) is not { } info)
        {
            return NotFound();
        }

        Name = name ?? "";
        Recurrence = Recurrence.Sent(Request.Form);
        var form = RunForm.Sent(info, Request.Form);
        var recurrenceErrors = new List<FieldError>();
        var draft = Preview.DraftOf(Recurrence, timeZone ?? "", recurrenceErrors) with { Name = Name, Request = form.ToDraft() };
        var (isSaved, errors) = await SaveAsync(draft, ct);
        if (isSaved is null)
        {
            return NotFound();
        }

        if (isSaved == true)
        {
            return LocalRedirect("/schedules");
        }

        // The error of the recurrence replaces the error of the missing expression.
        _errors = [.. recurrenceErrors, .. errors.Where(error => recurrenceErrors.TrueForAll(known => known.Field != error.Field))];
        Response.StatusCode = StatusCodes.Status400BadRequest;
        await LoadAsync(form, timeZone ?? "", ct);
        return Page();
    }

    // Null when the schedule was deleted.
    private async Task<(bool? IsSaved, IReadOnlyList<FieldError> Errors)> SaveAsync(ScheduleDraft draft, CancellationToken ct)
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

    private async Task LoadAsync(RunForm form, string timeZone, CancellationToken ct)
    {
        TimeZone = timeZone;
        Preview = Preview.Of(Recurrence, timeZone, time.GetUtcNow());
        Fields = new(form, await board.DescribeAsync(), clients.Names, payloads.List(), await nodes.ChoicesAsync(ct),
            [.. _errors.Where(IsOfJob).Select(error => error with { Field = error.Field[ScheduleDraft.RequestPrefix.Length..] })]);
        Forecast = await forecaster.ForAsync(form, Forecaster.ServerOf(Request), ct);
    }

    private static bool IsOfJob(FieldError error) => error.Field.StartsWith(ScheduleDraft.RequestPrefix, StringComparison.Ordinal);
}
