using System.Text.Json;
using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Api;

/// <summary>The JSON of a request: read completely, or rejected with an error.</summary>
internal static class JsonBody
{
    /// <summary>The maximum for any request: far more than a valid one needs. A larger body is not read, because its parts take many
    /// times its size in memory.</summary>
    public const long MaximumBytes = 64 << 10;

    private static readonly JsonDocumentOptions Options = new() { AllowDuplicateProperties = false };

    /// <returns>The body, or the response with the error.</returns>
    public static async Task<(JsonElement Body, IResult? Refusal)> ReadAsync(HttpRequest request, CancellationToken ct)
    {
        if (!request.HasJsonContentType())
        {
            return (default, TypedResults.Problem(
                "Send the request as JSON, with the content type application/json.", statusCode: StatusCodes.Status415UnsupportedMediaType));
        }

        try
        {
            using var document = await JsonDocument.ParseAsync(request.Body, Options, ct);
            var body = document.RootElement.Clone();
            JsonStrings.Check(body);
            return (body, null);
        }
        catch (InvalidOperationException)
        {
            return (default, Wrong("The body contains a string that is not valid Unicode: half of a surrogate pair, or bytes that are not UTF-8."));
        }
        catch (JsonException exception)
        {
            return (default, Wrong(exception.LineNumber is { } line
                ? $"The body is not JSON: line {line + 1}, byte {exception.BytePositionInLine + 1}."
                : "The body must be a JSON object without duplicate fields."));
        }
        catch (BadHttpRequestException exception)
        {
            return (default, TypedResults.Problem(
                exception.StatusCode == StatusCodes.Status413PayloadTooLarge
                    ? $"The body must be at most {MaximumBytes / 1024} KiB."
                    : "The body is incomplete.",
                statusCode: exception.StatusCode));
        }
    }

    private static ValidationProblem Wrong(string message) => Problems.Validation([new("body", message)]);
}
