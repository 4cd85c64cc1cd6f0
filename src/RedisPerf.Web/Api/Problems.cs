using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Jobs;

namespace RedisPerf.Web.Api;

/// <summary>Errors as problem+json.</summary>
internal static class Problems
{
    public static ValidationProblem Validation(IEnumerable<FieldError> errors) => TypedResults.ValidationProblem(
        errors.GroupBy(error => error.Field).ToDictionary(group => group.Key, group => group.Select(error => error.Message).ToArray()),
        title: "The request is not right; nothing was queued.");

    public static ProblemHttpResult NoSuchJob(string id) =>
        TypedResults.Problem($"There is no job \"{id}\".", statusCode: StatusCodes.Status404NotFound);
}
