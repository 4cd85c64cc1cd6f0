using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Api;

/// <summary>Stores, lists and deletes the payloads of users. No response has their content.</summary>
internal static class PayloadEndpoints
{
    /// <summary>The content type of a file with a value in each line.</summary>
    public const string Lines = "application/x-ndjson";

    /// <summary>The content type of a file that is one value.</summary>
    public const string Value = "application/octet-stream";

    public static void MapPayloads(this IEndpointRouteBuilder api)
    {
        api.MapPost("/payloads", AddAsync)
            .WithMetadata(new RequestSizeLimitAttribute(PayloadBoard.MaximumUploadBytes))
            .Produces<PayloadDescription>(StatusCodes.Status201Created)
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
            .ProducesProblem(StatusCodes.Status415UnsupportedMediaType)
            .WithSummary("Store a payload")
            // Declared content types would be checked before the filter, which answers with a sentence.
            .WithDescription($"The body is the file. {Lines}: each line is a value. {Value}: the file is one value.");
        api.MapGet("/payloads", (PayloadBoard payloads) => TypedResults.Ok(payloads.List())).WithSummary("The payloads on this node, without their content");
        api.MapGet("/payloads/{hash}", Find).Produces<PayloadDescription>().ProducesProblem(StatusCodes.Status404NotFound).WithSummary("One payload, without its content");
        api.MapDelete("/payloads/{hash}", DeleteAsync)
            .Produces(StatusCodes.Status204NoContent)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Delete a payload");
    }

    private static async Task<IResult> AddAsync(HttpRequest request, string? name, PayloadBoard payloads, CancellationToken ct)
    {
        if (request.ContentType is null)
        {
            return TypedResults.Problem($"Send the content type {Lines} for a value in each line, or {Value} for one value.", statusCode: StatusCodes.Status415UnsupportedMediaType);
        }

        try
        {
            var isLines = JsonOnlyFilter.HasType(request, Lines);
            var payload = await payloads.AddAsync(name ?? (isLines ? "payload.ndjson" : "payload"), request.Body, isLines, ct);
            return TypedResults.Created($"/api/payloads/{payload.Hash}", payload);
        }
        catch (PayloadException exception)
        {
            return Problems.Validation([new("payload", exception.Message)], "The payload is invalid; nothing was stored.");
        }
        catch (BadHttpRequestException exception)
        {
            return TypedResults.Problem(
                exception.StatusCode == StatusCodes.Status413PayloadTooLarge ? $"The body must be at most {PayloadBoard.MaximumUploadBytes >> 20} MiB." : "The body is incomplete.",
                statusCode: exception.StatusCode);
        }
    }

    private static Results<Ok<PayloadDescription>, ProblemHttpResult> Find(string hash, PayloadBoard payloads) =>
        payloads.Find(hash) is { } payload ? TypedResults.Ok(payload) : NoSuchPayload();

    private static async Task<IResult> DeleteAsync(string hash, PayloadBoard payloads, CancellationToken ct) => await payloads.DeleteAsync(hash, ct) switch
    {
        ChangeOutcome.Changed => TypedResults.NoContent(),
        ChangeOutcome.Refused => TypedResults.Problem("A queued or running job uses the payload.", statusCode: StatusCodes.Status409Conflict),
        _ => NoSuchPayload(),
    };

    private static ProblemHttpResult NoSuchPayload() => TypedResults.Problem("There is no payload with this hash on this node.", statusCode: StatusCodes.Status404NotFound);
}
