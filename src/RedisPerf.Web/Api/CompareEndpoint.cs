using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Reports;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Api;

/// <summary>Two jobs of the ledger, case by case.</summary>
internal static class CompareEndpoint
{
    public static void MapCompare(this IEndpointRouteBuilder api) =>
        api.MapGet("/compare", CompareAsync)
            .Produces<Comparison>()
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Compare two jobs: per case both summaries, the ratio and the verdict, and what differs in environment and options");

    private static async Task<IResult> CompareAsync(JobLedger ledger, Catalogue catalogue, [FromQuery(Name = "base")] string? baseId, [FromQuery(Name = "with")] string? withId, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        var before = ReadId("base", baseId, wrong);
        var after = ReadId("with", withId, wrong);
        if (wrong.Count > 0)
        {
            return Problems.Validation(wrong, "The query is not right.");
        }

        if (await ledger.FindAsync(before, ct) is not { } baseJob)
        {
            return Problems.NoSuchJob(baseId!);
        }

        if (await ledger.FindAsync(after, ct) is not { } withJob)
        {
            return Problems.NoSuchJob(withId!);
        }

        var comparison = Comparison.Of(baseJob, withJob, catalogue.Find(baseJob.Benchmark)?.Info);
        return baseJob.Benchmark == withJob.Benchmark
            ? TypedResults.Ok(comparison)
            : Problems.Validation([new("with", comparison.Trouble!)], "The two jobs cannot be compared.");
    }

    private static Guid ReadId(string field, string? text, List<FieldError> wrong)
    {
        if (!Guid.TryParse(text, out var id))
        {
            wrong.Add(new(field, text is null ? $"{field} is missing; give the id of a job." : $"{field} must be the id of a job; \"{text}\" is not."));
        }

        return id;
    }
}
