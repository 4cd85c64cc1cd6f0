using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Reports;
using RedisPerf.Ledger;
using RedisPerf.Web.Queue;

namespace RedisPerf.Web.Api;

/// <summary>Jobs: asked for, listed, looked at, cancelled, deleted.</summary>
internal static class JobEndpoints
{
    private const int DefaultLimit = 50;
    private const int MaximumLimit = 200;

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
            .WithMetadata(new RequestSizeLimitAttribute(JsonBody.MaximumBytes))
            .WithSummary("Queue a job");
        api.MapGet("/jobs", ListAsync).Produces<JobList>().ProducesValidationProblem().WithSummary("Jobs, newest first, without cases");
        api.MapGet("/jobs/{id}", FindAsync).Produces<JobDocument>().ProducesProblem(StatusCodes.Status404NotFound).WithSummary("One job");
        api.MapPost("/jobs/{id}/cancel", CancelAsync)
            .Produces(StatusCodes.Status202Accepted)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Cancel a waiting or running job");
        api.MapDelete("/jobs/{id}", DeleteAsync)
            .Produces(StatusCodes.Status204NoContent)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Delete a job that has ended");
    }

    private static async Task<IResult> CreateAsync(HttpContext http, JobIntake intake, JobLedger ledger, CancellationToken ct)
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
            return job is null ? Problems.Validation(errors) : TypedResults.Created($"/api/jobs/{job.Id}", await ledger.FindAsync(job.Id, ct));
        }
        catch (QueueFullException exception)
        {
            return Problems.QueueFull(http.Response, exception);
        }
    }

    private static async Task<IResult> ListAsync(JobLedger ledger, Catalogue catalogue, string? benchmark, string? state, string? limit, string? before, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        string[] benchmarks = [.. catalogue.Benchmarks.Select(known => known.Info.Name).Union(await ledger.BenchmarksAsync(ct))];
        if (benchmark is not null && !benchmarks.Contains(benchmark))
        {
            wrong.Add(new("benchmark", $"There is no benchmark \"{benchmark}\"; there are {string.Join(", ", benchmarks)}."));
        }

        if (!TryReadState(state, out var wanted))
        {
            wrong.Add(new("state", $"state must be one of {string.Join(", ", Enum.GetNames<JobState>().Select(JsonNamingPolicy.CamelCase.ConvertName))}; \"{state}\" is not."));
        }

        var most = DefaultLimit;
        if (limit is not null && !(int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out most) && most is >= 1 and <= MaximumLimit))
        {
            wrong.Add(new("limit", $"limit must be a whole number from 1 to {MaximumLimit}; \"{limit}\" is not."));
        }

        if (!TryReadId(before, out var older))
        {
            wrong.Add(new("before", $"before must be the id of a job, as the list before gave it in next; \"{before}\" is not."));
        }

        if (wrong.Count > 0)
        {
            return Problems.Validation(wrong, "The query is not right.");
        }

        var listing = await ledger.ListAsync(new(benchmark, wanted, most, older), ct);
        return TypedResults.Ok(new JobList([.. listing.Jobs.Select(job => WithoutCases(job.Document))], listing.Next));
    }

    private static async Task<Results<Ok<JobDocument>, ProblemHttpResult>> FindAsync(string id, JobLedger ledger, CancellationToken ct) =>
        Guid.TryParse(id, out var known) && await ledger.FindAsync(known, ct) is { } job ? TypedResults.Ok(job) : Problems.NoSuchJob(id);

    private static async Task<IResult> CancelAsync(string id, JobQueue queue, CancellationToken ct) =>
        (Guid.TryParse(id, out var known) ? await queue.CancelAsync(known, ct) : CancelOutcome.NotFound) switch
        {
            CancelOutcome.Accepted => TypedResults.Accepted($"/api/jobs/{id}"),
            CancelOutcome.AlreadyEnded => TypedResults.Problem("The job has ended already.", statusCode: StatusCodes.Status409Conflict),
            _ => Problems.NoSuchJob(id),
        };

    private static async Task<IResult> DeleteAsync(string id, JobLedger ledger, CancellationToken ct) =>
        (Guid.TryParse(id, out var known) ? await ledger.DeleteAsync(known, ct) : DeleteOutcome.NotFound) switch
        {
            DeleteOutcome.Deleted => TypedResults.NoContent(),
            DeleteOutcome.NotEnded => TypedResults.Problem("The job is waiting or running; cancel it first.", statusCode: StatusCodes.Status409Conflict),
            _ => Problems.NoSuchJob(id),
        };

    private static bool TryReadState(string? text, out JobState? state)
    {
        state = Enum.GetValues<JobState>().Select(value => (JobState?)value).FirstOrDefault(value => JsonNamingPolicy.CamelCase.ConvertName(value!.ToString()!) == text);
        return text is null || state is not null;
    }

    private static bool TryReadId(string? text, out Guid? id)
    {
        id = Guid.TryParse(text, out var known) ? known : null;
        return text is null || id is not null;
    }

    private static JsonObject WithoutCases(JobDocument job)
    {
        var document = JsonSerializer.SerializeToNode(job, ReportJson.Options)!.AsObject();
        document.Remove("cases");
        return document;
    }

    /// <summary>One page of jobs.</summary>
    /// <param name="Jobs">Job documents without their cases, newest first.</param>
    /// <param name="Next">What <c>before</c> asks the next page with; null when there is none.</param>
    internal sealed record JobList(IReadOnlyList<JsonObject> Jobs, Guid? Next);
}
