using System.Globalization;
using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Api;

/// <summary>Errors as problem+json.</summary>
internal static class Problems
{
    private const int SecondsToRetryAfter = 30;
    private const int ErrorsListed = 20;

    /// <param name="errors">The errors. A field may have several. The first 20 are listed, and the others counted.</param>
    /// <param name="title">The result of the request.</param>
    public static ValidationProblem Validation(IReadOnlyCollection<FieldError> errors, string title = "The request is invalid; nothing was queued.")
    {
        var rest = errors.Count - ErrorsListed;
        var listed = errors.Take(ErrorsListed).Concat(
            rest > 0 ? [new FieldError("more", $"There {(rest == 1 ? "is 1 more error" : $"are {NumberFormat.Whole(rest)} more errors")}.")] : []);
        return TypedResults.ValidationProblem(
            listed.GroupBy(error => error.Field).ToDictionary(group => group.Key, group => group.Select(error => error.Message).ToArray()),
            title: title);
    }

    public static ProblemHttpResult NoSuchJob(string id) =>
        TypedResults.Problem($"There is no job \"{id}\".", statusCode: StatusCodes.Status404NotFound);

    /// <summary>429 with the reason, and the time of the next attempt.</summary>
    public static ProblemHttpResult TooMany(HttpResponse response, Reason reason)
    {
        response.Headers.RetryAfter = SecondsToRetryAfter.ToString(CultureInfo.InvariantCulture);
        return TypedResults.Problem(reason.ToText(), statusCode: StatusCodes.Status429TooManyRequests);
    }
}
