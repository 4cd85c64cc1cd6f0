using System.Text;
using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Web.Comparisons;

namespace RedisPerf.Web.Api;

/// <summary>Jobs of the ledger, compared case by case.</summary>
internal static class CompareEndpoint
{
    public static void MapCompare(this IEndpointRouteBuilder api)
    {
        api.MapGet("/compare", (JobPairs pairs, Catalogue catalogue, [FromQuery(Name = "base")] string? baseId,
            [FromQuery(Name = "with")] string? withId, CancellationToken ct) =>
                CompareAsync(pairs, catalogue, baseId, withId, TypedResults.Ok, ct))
            .Produces<Comparison>()
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Compare two jobs: per case both summaries, the ratio and the verdict, "
                + "and what differs in environment and options. Without base, with the pinned baseline");
        api.MapGet("/compare.md", (JobPairs pairs, Catalogue catalogue, [FromQuery(Name = "base")] string? baseId,
            [FromQuery(Name = "with")] string? withId, CancellationToken ct) =>
                CompareAsync(pairs, catalogue, baseId, withId, Markdown, ct))
            .Produces<string>(StatusCodes.Status200OK, "text/markdown")
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("The comparison as Markdown, suitable for a pull request");
        api.MapGet("/compare.html", HtmlAsync)
            .Produces<string>(StatusCodes.Status200OK, "text/html")
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("One or more jobs compared with a base, as one HTML file with the dot plot. Repeat with for each job");
    }

    private static async Task<IResult> HtmlAsync(
        JobPairs pairs, Catalogue catalogue, [FromQuery(Name = "base")] string? baseId, [FromQuery(Name = "with")] string[]? withIds,
        CancellationToken ct)
    {
        var comparisons = new List<Comparison>();
        var wrong = new List<FieldError>();
        foreach (var withId in (withIds ?? []).DefaultIfEmpty())
        {
            var (comparison, problem) = await FindAsync(pairs, catalogue, baseId, withId, ct);
            if (comparison is null)
            {
                return problem!;
            }

            comparisons.Add(comparison);
            if (comparison.Trouble is { } trouble)
            {
                wrong.Add(new("with", $"{withId}: {trouble}"));
            }
        }

        if (wrong.Count == 0 && ComparedJobs.Of(comparisons) is { } jobs)
        {
            return TypedResults.File(
                Encoding.UTF8.GetBytes(ComparisonHtml.Write(jobs)), "text/html; charset=utf-8",
                $"redisperf-{jobs.Base.Benchmark}-{jobs.Base.CreatedAt:yyyyMMdd-HHmmss}-{jobs.Others[^1].With.CreatedAt:yyyyMMdd-HHmmss}.html");
        }

        return Problems.Validation(
            wrong.Count > 0 ? wrong : [new("with", "must be the id of another job than base.")], "The jobs cannot be compared.");
    }

    private static async Task<IResult> CompareAsync(
        JobPairs pairs, Catalogue catalogue, string? baseId, string? withId, Func<Comparison, IResult> answer, CancellationToken ct)
    {
        var (comparison, problem) = await FindAsync(pairs, catalogue, baseId, withId, ct);
        return comparison is null ? problem!
            : comparison.Base.Benchmark == comparison.With.Benchmark ? answer(comparison)
            : Problems.Validation([new("with", comparison.Trouble!)], "The two jobs cannot be compared.");
    }

    private static async Task<(Comparison? Comparison, IResult? Problem)> FindAsync(
        JobPairs pairs, Catalogue catalogue, string? baseId, string? withId, CancellationToken ct) =>
        await pairs.FindAsync(baseId, withId, ct) switch
        {
            { Unknown: { } unknown } => (null, Problems.NoSuchJob(unknown)),
            { Base: { } before, With: { } after } => (Comparison.Of(before, after, catalogue.Find(before.Benchmark)?.Info), null),
            var pair => (null, Problems.Validation(pair.Wrong, "The query is invalid.")),
        };

    private static IResult Markdown(Comparison comparison) => TypedResults.File(
        Encoding.UTF8.GetBytes(ComparisonReport.Markdown(comparison)),
        "text/markdown; charset=utf-8",
        $"redisperf-{comparison.With.Benchmark}-{comparison.Base.CreatedAt:yyyyMMdd-HHmmss}-{comparison.With.CreatedAt:yyyyMMdd-HHmmss}.md");
}
