using System.Globalization;
using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Api;

/// <summary>Errors as problem+json.</summary>
internal static class Problems
{
    private const int SecondsToRetryAfter = 30;

    /// <param name="errors">The errors. A field may have several.</param>
    /// <param name="title">The result of the request.</param>
    public static ValidationProblem Validation(IEnumerable<FieldError> errors, string title = "The request is invalid; nothing was queued.") => TypedResults.ValidationProblem(
        errors.GroupBy(error => error.Field).ToDictionary(group => group.Key, group => group.Select(error => error.Message).ToArray()),
        title: title);

    public static ProblemHttpResult NoSuchJob(string id) =>
        TypedResults.Problem($"There is no job \"{id}\".", statusCode: StatusCodes.Status404NotFound);

    /// <summary>429, with the time to come again.</summary>
    public static ProblemHttpResult QueueFull(HttpResponse response, QueueFullException exception)
    {
        response.Headers.RetryAfter = SecondsToRetryAfter.ToString(CultureInfo.InvariantCulture);
        return TypedResults.Problem(exception.Message, statusCode: StatusCodes.Status429TooManyRequests);
    }
}
