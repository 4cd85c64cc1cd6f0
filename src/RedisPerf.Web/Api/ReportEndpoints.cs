using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Api;

/// <summary>A job as a file to keep or to paste.</summary>
internal static class ReportEndpoints
{
    public static void MapReports(this IEndpointRouteBuilder api)
    {
        Map(api, "json", "application/json", JsonReport.Write);
        Map(api, "csv", "text/csv", CsvReport.Write);
        Map(api, "md", "text/markdown", MarkdownReport.Write);
        Map(api, "html", "text/html", HtmlReport.Write);
    }

    private static void Map(IEndpointRouteBuilder api, string extension, string contentType, Func<JobDocument, string> write) =>
        api.MapGet($"/jobs/{{id}}/report.{extension}", async (string id, JobLedger ledger, CancellationToken ct) =>
            {
                if (!Guid.TryParse(id, out var known) || await ledger.FindAsync(known, ct) is not { } job)
                {
                    return (IResult)Problems.NoSuchJob(id);
                }

                return TypedResults.File(Encoding.UTF8.GetBytes(write(job)), $"{contentType}; charset=utf-8", $"redisperf-{job.Benchmark}-{job.CreatedAt:yyyyMMdd-HHmmss}.{extension}");
            })
            .Produces<string>(StatusCodes.Status200OK, contentType)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary($"The report as {extension}");
}
