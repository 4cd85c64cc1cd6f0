using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Nodes;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>The start page: the form of a job.</summary>
public sealed class IndexModel(Catalogue catalogue, TargetBoard board, ClientCatalogue clients, NodeBoard nodes, PayloadBoard payloads,
    JobLedger ledger, AlertLedger alerts, JobIntake intake, Forecaster forecaster)
    : PageModel
{
    /// <summary>The newest alerts. Each one links to its schedule, which lists all its alerts.</summary>
    private const int AlertsShown = 3;

    private IReadOnlyList<FieldError> _errors = [];

    public IReadOnlyList<IBenchmark> Benchmarks => catalogue.Benchmarks;

    public RunForm Form { get; private set; } = null!;

    public Forecast Forecast { get; private set; } = null!;

    public RunFields Fields { get; private set; } = null!;

    public IReadOnlyList<ListedJob> LastJobs { get; private set; } = [];

    /// <summary>The last job of the form's benchmark; null before the first job.</summary>
    public Guid? LastUsed { get; private set; }

    /// <summary>The open alerts, newest first.</summary>
    public IReadOnlyList<Alert> Alerts { get; private set; } = [];

    /// <summary>An error that belongs to no field, shown at the top of the form.</summary>
    public string? Error { get; private set; }

    /// <summary>The expected duration of a preset: <c>· 15 s</c>; empty without an estimate.</summary>
    public string TimeOf(Preset preset) => Forecast.Presets.TryGetValue(preset.Name, out var time) ? $"· {time}" : "";

    public async Task<IActionResult> OnGetAsync(string? benchmark, string? preset, Guid? from, CancellationToken ct)
    {
        var again = from is { } id ? await ledger.FindAsync(id, ct) : null;
        if (Find(again?.Benchmark ?? benchmark) is not { } info)
        {
            return NotFound();
        }

        Form = (again is null
            ? RunForm.Default(info, (await board.DefaultAsync())?.Name, preset)
            : RunForm.Of(info, again.Request, again.Note).With(preset)).With(Request.Query);
        await LoadAsync(ct);
        return Page();
    }

    /// <summary>The estimate and the errors for the current values; requested by new-run.js.</summary>
    public async Task<IActionResult> OnGetEstimateAsync(string? benchmark, CancellationToken ct) => Find(benchmark) is { } info
        ? new JsonResult(await forecaster.ForAsync(RunForm.Sent(info, Request.Query), Forecaster.ServerOf(Request), ct))
        : NotFound();

    public async Task<IActionResult> OnPostAsync(string? benchmark, CancellationToken ct)
    {
        if (Find(benchmark) is not { } info)
        {
            return NotFound();
        }

        return await SubmitAsync(RunForm.Sent(info, Request.Form), ct);
    }

    /// <summary>Queues the same job again.</summary>
    public async Task<IActionResult> OnPostAgainAsync(Guid from, CancellationToken ct) =>
        await ledger.FindJobAsync(from, ct) is { } job && catalogue.Find(job.Request.Benchmark) is { Info: var info }
            ? await SubmitAsync(RunForm.Of(info, job.Request, job.Note), ct)
            : NotFound();

    private async Task<IActionResult> SubmitAsync(RunForm form, CancellationToken ct)
    {
        Form = form;
        try
        {
            var (job, errors) = await intake.SubmitAsync(Form.ToDraft(), RequestedBy.Page, ct);
            if (job is not null)
            {
                return LocalRedirect($"/jobs/{job.Id}");
            }

            _errors = errors;
            Response.StatusCode = StatusCodes.Status400BadRequest;
        }
        catch (QueueFullException full)
        {
            Error = full.Reason.ToText();
            Response.StatusCode = StatusCodes.Status429TooManyRequests;
        }

        await LoadAsync(ct);
        return Page();
    }

    private BenchmarkInfo? Find(string? name) =>
        (string.IsNullOrEmpty(name) ? catalogue.Benchmarks[0] : catalogue.Find(name))?.Info;

    private async Task LoadAsync(CancellationToken ct)
    {
        Forecast = await forecaster.ForAsync(Form, Forecaster.ServerOf(Request), ct);
        Fields = new(Form, await board.DescribeAsync(), clients.Names, payloads.List(), await nodes.ChoicesAsync(ct),
            _errors.Count > 0 ? _errors : Forecast.Errors);
        Alerts = await alerts.ListAsync(AlertState.Open, null, AlertsShown, ct: ct);
        LastJobs = (await ledger.ListAsync(new JobFilter(Limit: 3), ct)).Jobs;
        LastUsed = (await ledger.ListAsync(new JobFilter(Form.Benchmark.Name, Limit: 1), ct)).Jobs is [var used] ? used.Document.Id : null;
    }
}
