using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Jobs;

namespace RedisPerf.Web.Api;

/// <summary>Errors as problem+json.</summary>
internal static class Problems
{
    /// <param name="errors">By field; of a field with several, all.</param>
    /// <param name="title">What became of the request.</param>
    public static ValidationProblem Validation(IEnumerable<FieldError> errors, string title = "The request is not right; nothing was queued.") => TypedResults.ValidationProblem(
        errors.GroupBy(error => error.Field).ToDictionary(group => group.Key, group => group.Select(error => error.Message).ToArray()),
        title: title);

    public static ProblemHttpResult NoSuchJob(string id) =>
        TypedResults.Problem($"There is no job \"{id}\".", statusCode: StatusCodes.Status404NotFound);
}
