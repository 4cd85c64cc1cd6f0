using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Api;

/// <summary>Queues, lists, shows, cancels, resumes and deletes jobs.</summary>
internal static class JobEndpoints
{
    public static void MapJobs(this IEndpointRouteBuilder api)
    {
        api.MapPost("/jobs", CreateAsync)
            .Accepts<JobRequestBody>("application/json")
            .Produces<JobDocument>(StatusCodes.Status201Created)
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
            .ProducesProblem(StatusCodes.Status415UnsupportedMediaType)
            .ProducesProblem(StatusCodes.Status429TooManyRequests)
            .WithSummary("Queue a job");
        api.MapGet("/jobs", ListAsync).Produces<JobList>().ProducesValidationProblem().WithSummary("Jobs, newest first, without cases");
        api.MapGet("/jobs/{id}", FindAsync).Produces<JobDocument>().ProducesProblem(StatusCodes.Status404NotFound).WithSummary("One job");
        api.MapPost("/jobs/{id}/cancel", CancelAsync)
            .Produces(StatusCodes.Status202Accepted)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Cancel a waiting or running job");
        api.MapPost("/jobs/{id}/resume", ResumeAsync)
            .Produces(StatusCodes.Status202Accepted)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .ProducesProblem(StatusCodes.Status429TooManyRequests)
            .WithSummary("Resume an interrupted job");
        api.MapPost("/jobs/{id}/rounds", AddRoundsAsync)
            .Produces(StatusCodes.Status202Accepted)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .ProducesProblem(StatusCodes.Status429TooManyRequests)
            .WithSummary("Add rounds to a job that has ended, until it is decided");
        api.MapPost("/jobs/{id}/profile", ProfileAsync)
            .Produces(StatusCodes.Status202Accepted)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .ProducesProblem(StatusCodes.Status429TooManyRequests)
            .WithSummary("Profile a job that has ended");
        api.MapDelete("/jobs/{id}", DeleteAsync)
            .Produces(StatusCodes.Status204NoContent)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Delete a job that has ended");
    }

    private static async Task<IResult> CreateAsync(HttpContext http, JobIntake intake, CancellationToken ct)
    {
        var (body, refusal) = await JsonBody.ReadAsync(http.Request, ct);
        if (refusal is not null)
        {
            return refusal;
        }

        var wrong = new List<FieldError>();
        var draft = JobDraftReader.Read(body, wrong);
        if (body.ValueKind != JsonValueKind.Object)
        {
            return Problems.Validation(wrong);
        }

        if (wrong.Count > 0)
        {
            var (_, more) = await intake.CheckAsync(draft, ct);
            return Problems.Validation([.. wrong, .. more.Where(error => wrong.TrueForAll(known => known.Field != error.Field))]);
        }

        try
        {
            var (job, errors) = await intake.SubmitAsync(draft, RequestedBy.Api, ct);
            return job is null ? Problems.Validation(errors) : TypedResults.Created($"/api/jobs/{job.Id}", job);
        }
        catch (QueueFullException exception)
        {
            return Problems.TooMany(http.Response, exception.Reason);
        }
    }

    private static async Task<IResult> ListAsync(
        [AsParameters] JobListQuery query, JobLedger ledger, JobHistory history, QueueForecast forecast, Catalogue catalogue,
        TargetCatalogue targets, CancellationToken ct)
    {
        // A name of an existing job is a valid filter, even if its benchmark or target is no longer here.
        var names = await history.NamesAsync(ct);
        var wrong = new List<FieldError>();
        var filter = query.Read(
            [.. catalogue.Benchmarks.Select(known => known.Info.Name).Union(names.Benchmarks)],
            [.. targets.Targets.Select(known => known.Name).Union(names.Targets)], wrong);
        if (wrong.Count > 0)
        {
            return Problems.Validation(wrong, "The query is invalid.");
        }

        var listing = await ledger.ListAsync(filter, ct);
        var starts = await forecast.StartsOfAsync(listing.Jobs.Select(job => job.Document), ct);
        return TypedResults.Ok(new JobList(
            [.. listing.Jobs.Select(job => WithoutCases(ExpectedStart.AddTo(job.Document, starts.GetValueOrDefault(job.Document.Id))))],
            listing.Next));
    }

    private static async Task<Results<Ok<JobDocument>, ProblemHttpResult>> FindAsync(
        string id, LiveJobs jobs, QueueForecast forecast, NodeBoard nodes, CancellationToken ct) =>
            Guid.TryParse(id, out var known) && await jobs.FindAsync(known, ct) is { } job
                ? TypedResults.Ok(
                    ExpectedStart.AddTo(job, await forecast.StartOfAsync(job, ct)) with { Waiting = await nodes.FindWaitAsync(job, ct) })
                : Problems.NoSuchJob(id);

    private static async Task<IResult> CancelAsync(string id, JobCancellation cancellation, CancellationToken ct) =>
        (Guid.TryParse(id, out var known) ? await cancellation.CancelAsync(known, ct) : CancelOutcome.NotFound) switch
        {
            CancelOutcome.Accepted => TypedResults.Accepted($"/api/jobs/{id}"),
            CancelOutcome.AlreadyEnded => TypedResults.Problem("The job has already ended.", statusCode: StatusCodes.Status409Conflict),
            _ => Problems.NoSuchJob(id),
        };

    private static Task<IResult> ResumeAsync(string id, HttpContext http, JobContinuation continuation, CancellationToken ct) =>
        ContinueAsync(id, known => continuation.ResumeAsync(known, ct), http);

    private static Task<IResult> AddRoundsAsync(string id, HttpContext http, JobContinuation continuation, CancellationToken ct) =>
        ContinueAsync(id, known => continuation.AddRoundsAsync(known, RequestFields.DefaultBudgetSeconds, ct), http);

    private static Task<IResult> ProfileAsync(string id, HttpContext http, JobContinuation continuation, CancellationToken ct) =>
        ContinueAsync(id, known => continuation.ProfileAsync(known, ct), http);

    private static async Task<IResult> ContinueAsync(
        string id, Func<Guid, Task<(ChangeOutcome Outcome, Reason? Refusal)>> requeueAsync, HttpContext http)
    {
        try
        {
            return (Guid.TryParse(id, out var known) ? await requeueAsync(known) : (ChangeOutcome.NotFound, null)) switch
            {
                (ChangeOutcome.Changed, _) => TypedResults.Accepted($"/api/jobs/{id}"),
                (ChangeOutcome.NotFound, _) => Problems.NoSuchJob(id),
                (_, var refusal) => TypedResults.Problem(refusal.ToText(), statusCode: StatusCodes.Status409Conflict),
            };
        }
        catch (QueueFullException exception)
        {
            return Problems.TooMany(http.Response, exception.Reason);
        }
    }

    private static async Task<IResult> DeleteAsync(string id, JobChanges changes, CancellationToken ct) =>
        (Guid.TryParse(id, out var known) ? await changes.DeleteAsync(known, ct) : DeleteOutcome.NotFound) switch
        {
            DeleteOutcome.Deleted => TypedResults.NoContent(),
            DeleteOutcome.NotEnded =>
                TypedResults.Problem("The job is waiting or running. Cancel it first.", statusCode: StatusCodes.Status409Conflict),
            DeleteOutcome.IsBaseline => TypedResults.Problem(
                "The job is the baseline of its benchmark and target; unpin it on its page first.", statusCode: StatusCodes.Status409Conflict),
            _ => Problems.NoSuchJob(id),
        };

    private static JsonObject WithoutCases(JobDocument job)
    {
        var document = JsonSerializer.SerializeToNode(job, DocumentJson.Options)!.AsObject();
        document.Remove("cases");
        return document;
    }

    /// <summary>One page of jobs.</summary>
    /// <param name="Jobs">Job documents without their cases, newest first.</param>
    /// <param name="Next">The value of <c>before</c> for the next page; null on the last page.</param>
    internal sealed record JobList(IReadOnlyList<JsonObject> Jobs, Guid? Next);
}
