using System.Text.Json;
using Microsoft.AspNetCore.Http.HttpResults;

namespace RedisPerf.Web.Api;

/// <summary>The JSON of a request, read whole or refused with a sentence.</summary>
internal static class JsonBody
{
    /// <summary>Far more than any request of ours; what is larger is not read.</summary>
    public const long MaximumBytes = 1 << 20;

    private static readonly JsonDocumentOptions Options = new() { AllowDuplicateProperties = false };

    /// <returns>The body, or the answer that says what is wrong with it; never both.</returns>
    public static async Task<(JsonElement Body, IResult? Refusal)> ReadAsync(HttpRequest request, CancellationToken ct)
    {
        if (!request.HasJsonContentType())
        {
            return (default, TypedResults.Problem("Send the request as JSON, with the content type application/json.", statusCode: StatusCodes.Status415UnsupportedMediaType));
        }

        try
        {
            using var document = await JsonDocument.ParseAsync(request.Body, Options, ct);
            var body = document.RootElement.Clone();
            return IsText(body) ? (body, null) : (default, Wrong("The body holds a text that is not Unicode: half of a surrogate pair, or bytes that are not UTF-8."));
        }
        catch (JsonException exception)
        {
            return (default, Wrong(exception.LineNumber is { } line
                ? $"The body is not JSON: line {line + 1}, byte {exception.BytePositionInLine + 1}."
                : "The body is not a JSON object that names each field once."));
        }
        catch (BadHttpRequestException exception)
        {
            return (default, TypedResults.Problem(
                exception.StatusCode == StatusCodes.Status413PayloadTooLarge ? $"The body is larger than {MaximumBytes / 1024} KiB; no request needs as much." : "The body broke off.",
                statusCode: exception.StatusCode));
        }
    }

    private static ValidationProblem Wrong(string message) => Problems.Validation([new("body", message)]);

    // The parser looks at escapes only when a text is asked for, and then it throws.
    private static bool IsText(JsonElement body)
    {
        try
        {
            Unescape(body);
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static void Unescape(JsonElement value)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.String:
                value.GetString();
                break;
            case JsonValueKind.Array:
                foreach (var item in value.EnumerateArray())
                {
                    Unescape(item);
                }

                break;
            case JsonValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    _ = property.Name;
                    Unescape(property.Value);
                }

                break;
        }
    }
}
