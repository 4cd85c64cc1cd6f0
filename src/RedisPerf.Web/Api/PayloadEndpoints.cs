using System.Text.Json;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Api;

/// <summary>Stores, lists and deletes the payloads of users. No response has their content.</summary>
internal static class PayloadEndpoints
{
    /// <summary>The content type of a file with a value in each line.</summary>
    public const string Lines = "application/x-ndjson";

    /// <summary>The content type of any file.</summary>
    public const string AnyFile = "application/octet-stream";

    private const string Encodings = "gzip, zstd";

    public static void MapPayloads(this IEndpointRouteBuilder api)
    {
        api.MapPost("/payloads", AddAsync)
            .WithMetadata(new RequestSizeLimitAttribute(PayloadBoard.MaximumUploadBytes))
            .Produces<PayloadDescription>(StatusCodes.Status201Created)
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
            .ProducesProblem(StatusCodes.Status415UnsupportedMediaType)
            .ProducesProblem(StatusCodes.Status429TooManyRequests)
            .WithSummary("Store a payload")
            // Declared content types would be checked before the filter, which answers with a sentence.
            .WithDescription($"The body is the file. {Lines}: each line is a JSON value. {AnyFile}: the form is found in the content. "
                + $"The parameter format replaces both: {string.Join(", ", PayloadInput.Formats)}.");
        api.MapGet("/payloads", (PayloadBoard payloads) => TypedResults.Ok(payloads.List()))
            .WithSummary("The payloads on this node, without their content");
        api.MapGet("/payloads/{hash}", Find).Produces<PayloadDescription>().ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("One payload, without its content");
        api.MapDelete("/payloads/{hash}", DeleteAsync)
            .Produces(StatusCodes.Status204NoContent)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Delete a payload");
    }

    /// <summary>The route with a JSON body.</summary>
    public static void MapSamples(this IEndpointRouteBuilder api) => api.MapPost("/payloads/sample", SampleAsync)
        .Accepts<SampleRequest>("application/json")
        .Produces<PayloadDescription>(StatusCodes.Status201Created)
        .ProducesValidationProblem()
        .ProducesProblem(StatusCodes.Status403Forbidden)
        .ProducesProblem(StatusCodes.Status415UnsupportedMediaType)
        .WithSummary("Store values of existing keys");

    private static async Task<IResult> SampleAsync(HttpRequest request, PayloadBoard payloads, CancellationToken ct)
    {
        var (body, refusal) = await JsonBody.ReadAsync(request, ct);
        if (refusal is not null)
        {
            return refusal;
        }

        try
        {
            var sample = body.Deserialize<SampleRequest>(ModelJson.Options) ?? throw new JsonException();
            return Created(await payloads.SampleAsync(sample.Target ?? "", sample.Pattern ?? "", sample.Count, sample.Type, sample.Confirm, ct));
        }
        catch (JsonException)
        {
            return Refused("The body must be {\"target\": \"name\", \"pattern\": \"user:*\", \"count\": 1000, "
                + "\"confirm\": true}, and can have \"type\": \"strings\" (default) or \"hashes\".");
        }
        catch (PayloadException exception)
        {
            return Refused(exception.Reason.ToText());
        }
    }

    private static Created<PayloadDescription> Created(PayloadDescription payload) => TypedResults.Created($"/api/payloads/{payload.Hash}", payload);

    private static ValidationProblem Refused(string message) =>
        Problems.Validation([new("payload", message)], "The payload is invalid; nothing was stored.");

    private static async Task<IResult> AddAsync(HttpRequest request, string? name, string? format, PayloadBoard payloads, CancellationToken ct)
    {
        if (request.ContentType is null)
        {
            return TypedResults.Problem($"Send the content type {Lines} for a JSON value in each line, or {AnyFile} for any file.",
                statusCode: StatusCodes.Status415UnsupportedMediaType);
        }

        if (!TryReadEncoding(request, out var sentWith))
        {
            request.HttpContext.Response.Headers.AcceptEncoding = Encodings;
            return TypedResults.Problem($"Send the body without Content-Encoding, or with one of {Encodings}.",
                statusCode: StatusCodes.Status415UnsupportedMediaType);
        }

        try
        {
            var form = format is null && JsonOnlyFilter.HasType(request, Lines) ? PayloadForm.JsonLines : PayloadInput.FormOf(format);
            using var upload = payloads.BeginUpload(request.ContentLength);
            return Created(await payloads.AddAsync(name, request.Body, form, sentWith, ct));
        }
        catch (PayloadException exception)
        {
            return Refused(exception.Reason.ToText());
        }
        catch (UploadInProgressException exception)
        {
            return Problems.TooMany(request.HttpContext.Response, exception.Reason);
        }
        catch (BadHttpRequestException exception)
        {
            return TypedResults.Problem(
                exception.StatusCode == StatusCodes.Status413PayloadTooLarge
                    ? $"The body must be at most {PayloadBoard.MaximumUploadBytes >> 20} MiB."
                    : "The body is incomplete.",
                statusCode: exception.StatusCode);
        }
    }

    private static bool TryReadEncoding(HttpRequest request, out Compression? encoding)
    {
        var word = request.Headers.ContentEncoding.ToString().Trim().ToLowerInvariant();
        encoding = word switch { "gzip" or "x-gzip" => Compression.Gzip, "zstd" => Compression.Zstd, _ => null };
        return encoding is not null || word is "" or "identity";
    }

    private static Results<Ok<PayloadDescription>, ProblemHttpResult> Find(string hash, PayloadBoard payloads) =>
        payloads.Find(hash) is { } payload ? TypedResults.Ok(payload) : NoSuchPayload();

    private static async Task<IResult> DeleteAsync(string hash, PayloadBoard payloads, CancellationToken ct) =>
        await payloads.DeleteAsync(hash, ct) switch
        {
            ChangeOutcome.Changed => TypedResults.NoContent(),
            ChangeOutcome.Refused => TypedResults.Problem("A queued or running job uses the payload.", statusCode: StatusCodes.Status409Conflict),
            _ => NoSuchPayload(),
        };

    private static ProblemHttpResult NoSuchPayload() =>
        TypedResults.Problem("There is no payload with this hash on this node.", statusCode: StatusCodes.Status404NotFound);

    /// <param name="Target">The name of an existing server.</param>
    /// <param name="Pattern">The pattern of the keys, as of SCAN.</param>
    /// <param name="Confirm">Must be true: RedisPerf reads the values and stores them.</param>
    /// <param name="Count">Maximum number of values, from 1 to 10,000.</param>
    /// <param name="Type">Whether the values are those of string keys or of the fields of hashes.</param>
    internal sealed record SampleRequest(
        string? Target, string? Pattern, bool Confirm, int Count = PayloadSampler.DefaultCount, SampleType Type = SampleType.Strings);
}
