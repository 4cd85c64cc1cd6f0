using System.Text.Json;
using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Background;
using RedisPerf.Web.Schedules;

namespace RedisPerf.Web.Api;

/// <summary>Adds, lists, changes, pauses, runs and deletes schedules.</summary>
internal static class ScheduleEndpoints
{
    private const string NotSaved = "The schedule is invalid; nothing was saved.";

    public static void MapSchedules(this IEndpointRouteBuilder api)
    {
        api.MapGet("/schedules", ListAsync).WithSummary("Schedules by name");
        Taking(api.MapPost("/schedules", AddAsync)).Produces<ScheduleDocument>(StatusCodes.Status201Created).WithSummary("Add a schedule");
        api.MapGet(
            "/schedules/{id}", (string id, ScheduleLedger ledger, TimeProvider time, CancellationToken ct) => AnswerAsync(id, ledger, time, ct))
            .Produces<ScheduleDocument>()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("One schedule");
        api.MapGet("/schedules/{id}/change-points", ChangePointsAsync)
            .Produces<IReadOnlyList<CaseChangePoint>>()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("The change points of each case over the last scheduled runs");
        Taking(api.MapPut("/schedules/{id}", ChangeAsync))
            .Produces<ScheduleDocument>()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Change a schedule; it remains paused or active");
        api.MapDelete("/schedules/{id}", DeleteAsync)
            .Produces(StatusCodes.Status204NoContent)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Delete a schedule; its jobs remain");
        api.MapPost("/schedules/{id}/run", RunAsync)
            .Produces<JobDocument>(StatusCodes.Status201Created)
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .ProducesProblem(StatusCodes.Status429TooManyRequests)
            .WithSummary("Queue the schedule's job now");
        api.MapPost("/schedules/{id}/pause", (string id, ScheduleChanges changes, ScheduleLedger ledger, TimeProvider time, CancellationToken ct) =>
            ChangedAsync(id, changes.PauseAsync, ledger, time, ct))
            .Produces<ScheduleDocument>()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Pause a schedule");
        api.MapPost("/schedules/{id}/resume", (string id, ScheduleChanges changes, ScheduleLedger ledger, TimeProvider time, CancellationToken ct) =>
            ChangedAsync(id, changes.ResumeAsync, ledger, time, ct))
            .Produces<ScheduleDocument>()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Resume a schedule");
    }

    private static RouteHandlerBuilder Taking(RouteHandlerBuilder route) => route
        .Accepts<ScheduleBody>("application/json")
        .ProducesValidationProblem()
        .ProducesProblem(StatusCodes.Status403Forbidden)
        .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
        .ProducesProblem(StatusCodes.Status415UnsupportedMediaType);

    private static async Task<ScheduleDocument[]> ListAsync(ScheduleLedger ledger, TimeProvider time, CancellationToken ct)
    {
        var now = time.GetUtcNow();
        return [.. (await ledger.ListAsync(ct)).Select(kept => ScheduleDocument.Of(kept, now))];
    }

    private static async Task<IResult> ChangePointsAsync(
        string id, ScheduleLedger ledger, ScheduledRunLedger runLedger, Catalogue catalogue, CancellationToken ct)
    {
        if (!Guid.TryParse(id, out var known) || await ledger.FindAsync(known, ct) is not { Schedule: var schedule })
        {
            return NoSuchSchedule(id);
        }

        var runs = await runLedger.ListAsync(schedule.Name, CaseChangePoint.MaximumRuns, ct: ct);
        if (runs.Count == 0)
        {
            return TypedResults.Ok<IReadOnlyList<CaseChangePoint>>([]);
        }

        var (series, floor) = (CaseChangePoint.SeriesOf(runs), catalogue.Find(runs[^1].Job.Benchmark)?.Info.Floor);
        return TypedResults.Ok<IReadOnlyList<CaseChangePoint>>(
            [.. series.SelectMany(run => run.Times.Keys).Distinct().SelectMany(@case => CaseChangePoint.Of(series, @case, floor))]);
    }

    private static async Task<IResult> AddAsync(
        HttpRequest http, ScheduleChanges changes, ScheduleLedger ledger, TimeProvider time, CancellationToken ct)
    {
        var (draft, refusal) = await ReadAsync(http, changes, ct);
        if (refusal is not null)
        {
            return refusal;
        }

        var (added, errors) = await changes.AddAsync(draft, ct);
        return added is { } id && await ledger.FindAsync(id, ct) is { } kept
            ? TypedResults.Created($"/api/schedules/{id}", ScheduleDocument.Of(kept, time.GetUtcNow()))
            : Problems.Validation(errors, NotSaved);
    }

    private static async Task<IResult> ChangeAsync(
        string id, HttpRequest http, ScheduleChanges changes, ScheduleLedger ledger, TimeProvider time, CancellationToken ct)
    {
        if (!Guid.TryParse(id, out var known) || await ledger.FindAsync(known, ct) is null)
        {
            return NoSuchSchedule(id);
        }

        var (draft, refusal) = await ReadAsync(http, changes, ct);
        if (refusal is not null)
        {
            return refusal;
        }

        var (outcome, errors) = await changes.ChangeAsync(known, draft, ct);
        return outcome is null ? Problems.Validation(errors, NotSaved) : await AnswerAsync(id, ledger, time, ct);
    }

    private static async Task<IResult> DeleteAsync(string id, ScheduleChanges changes, CancellationToken ct) =>
        Guid.TryParse(id, out var known) && await changes.DeleteAsync(known, ct) ? TypedResults.NoContent() : NoSuchSchedule(id);

    private static async Task<IResult> RunAsync(
        string id, HttpContext http, ScheduledJobs jobs, ScheduleLedger schedules, JobLedger ledger, CancellationToken ct)
    {
        if (!Guid.TryParse(id, out var known) || await schedules.FindAsync(known, ct) is not { Schedule: var schedule })
        {
            return NoSuchSchedule(id);
        }

        try
        {
            var result = await jobs.RunAsync(schedule, RequestedBy.Api, ct);
            return result switch
            {
                { Job: { } job } => TypedResults.Created($"/api/jobs/{job.Id}", await ledger.FindAsync(job.Id, ct)),
                { Outcome: null } =>
                    Problems.Validation([.. result.Errors.Select(error => error with { Field = ScheduleDraft.RequestPrefix + error.Field })]),
                { Outcome: FireOutcome.NotDue } => NoSuchSchedule(id),
                _ => TypedResults.Problem(result.Refusal.ToText(), statusCode: StatusCodes.Status409Conflict),
            };
        }
        catch (QueueFullException exception)
        {
            return Problems.TooMany(http.Response, exception.Reason);
        }
    }

    private static async Task<IResult> ChangedAsync(
        string id, Func<Guid, CancellationToken, Task<bool>> change, ScheduleLedger ledger, TimeProvider time, CancellationToken ct) =>
            Guid.TryParse(id, out var known) && await change(known, ct) ? await AnswerAsync(id, ledger, time, ct) : NoSuchSchedule(id);

    private static async Task<IResult> AnswerAsync(string id, ScheduleLedger ledger, TimeProvider time, CancellationToken ct) =>
        Guid.TryParse(id, out var known) && await ledger.FindAsync(known, ct) is { } kept
            ? TypedResults.Ok(ScheduleDocument.Of(kept, time.GetUtcNow()))
            : NoSuchSchedule(id);

    // Fields of the wrong type are reported together with all other errors.
    private static async Task<(ScheduleDraft Draft, IResult? Refusal)> ReadAsync(HttpRequest http, ScheduleChanges changes, CancellationToken ct)
    {
        var (body, refusal) = await JsonBody.ReadAsync(http, ct);
        if (refusal is not null)
        {
            return (new(), refusal);
        }

        var wrong = new List<FieldError>();
        var draft = ScheduleDraftReader.Read(body, wrong);
        if (wrong.Count > 0 && body.ValueKind == JsonValueKind.Object)
        {
            var (_, _, more) = await changes.CheckAsync(draft, Guid.Empty, default, ct);
            wrong.AddRange(more.Where(error => !wrong.Exists(known => error.Field == known.Field)).ToArray());
        }

        return (draft, wrong.Count > 0 ? Problems.Validation(wrong, NotSaved) : null);
    }

    private static ProblemHttpResult NoSuchSchedule(string id) =>
        TypedResults.Problem($"There is no schedule \"{id}\".", statusCode: StatusCodes.Status404NotFound);
}

/// <summary>The body of <c>POST</c> and <c>PUT</c> of a schedule, for the OpenAPI description. The body is read field by field, so each
/// error names its field.</summary>
/// <param name="Name">Unique among the schedules.</param>
/// <param name="Cron">Five fields: minute, hour, day of the month, month, day of the week.</param>
/// <param name="TimeZone">An IANA name; default: the time zone of the server.</param>
/// <param name="Request">The body of <c>POST /api/jobs</c>.</param>
internal sealed record ScheduleBody(string Name, string Cron, string? TimeZone, JobRequestBody Request);
