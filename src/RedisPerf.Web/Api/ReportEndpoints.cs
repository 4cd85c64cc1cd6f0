using System.Text;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>A job as a file to keep or to paste.</summary>
internal static class ReportEndpoints
{
    public static void MapReports(this IEndpointRouteBuilder api)
    {
        // The JSON is the job document, which has no cost.
        Describe(api.MapGet("/jobs/{id}/report.json", (string id, LiveJobs jobs, CancellationToken ct) => WriteAsync(id, jobs, "json", "application/json", JsonReport.Write, ct)), "json", "application/json");
        MapWithCost(api, "csv", "text/csv", (job, _, cost) => CsvReport.Write(job, cost));
        MapWithCost(api, "md", "text/markdown", MarkdownReport.Write);
        MapWithCost(api, "html", "text/html", HtmlReport.Write);
    }

    private static void MapWithCost(IEndpointRouteBuilder api, string extension, string contentType, Func<JobDocument, BenchmarkInfo?, StorageCost?, string> write)
    {
        var route = api.MapGet($"/jobs/{{id}}/report.{extension}", async (string id, string? price, LiveJobs jobs, Catalogue catalogue, CancellationToken ct) =>
        {
            var cost = string.IsNullOrWhiteSpace(price) ? null : StorageCost.Read(price);
            return cost is null && !string.IsNullOrWhiteSpace(price)
                ? Problems.Validation([new("price", StorageCost.Rule)], "The query is invalid.")
                : await WriteAsync(id, jobs, extension, contentType, job => write(job, catalogue.Find(job.Benchmark)?.Info, cost), ct);
        });
        Describe(route, extension, contentType).ProducesValidationProblem();
    }

    private static async Task<IResult> WriteAsync(string id, LiveJobs jobs, string extension, string contentType, Func<JobDocument, string> write, CancellationToken ct) =>
        Guid.TryParse(id, out var known) && await jobs.FindAsync(known, ct) is { } job
            ? TypedResults.File(Encoding.UTF8.GetBytes(write(job)), $"{contentType}; charset=utf-8", $"redisperf-{job.Benchmark}-{job.CreatedAt:yyyyMMdd-HHmmss}.{extension}")
            : Problems.NoSuchJob(id);

    private static RouteHandlerBuilder Describe(RouteHandlerBuilder route, string extension, string contentType) => route
        .Produces<string>(StatusCodes.Status200OK, contentType)
        .ProducesProblem(StatusCodes.Status404NotFound)
        .WithSummary($"The report as {extension}");
}
