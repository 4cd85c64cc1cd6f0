using System.Text;
using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>A job as a file to keep or to paste.</summary>
internal static class ReportEndpoints
{
    private const string Json = "application/json";

    public static void MapReports(this IEndpointRouteBuilder api)
    {
        // The JSON is the job document, or the format of another tool: without a cost, and with the baseline of the job.
        Describe(api.MapGet("/jobs/{id}/report.json", async Task<IResult> (
            string id, bool? profile, LiveJobs jobs, JobLedger ledger, CancellationToken ct) =>
            await FindAsync(id, jobs, ct) is { } job
                ? FileOf(job, "json", Json, JsonReport.Write(
                    profile == true ? job with { Profiles = await ledger.ProfilesAsync(job.Id, ct) } : job))
                : Problems.NoSuchJob(id)), "json", Json);
        MapExchange(api, "bmf.json", (job, _) => BencherReport.Write(job));
        MapExchange(api, "github-action-benchmark.json", GithubActionBenchmarkReport.Write);
        MapParquet(api, "parquet", ParquetReport.WriteRunsAsync);
        MapParquet(api, "slices.parquet", ParquetReport.WriteSlicesAsync);
        MapBadge(api);
        MapWithView(api, "csv", "text/csv", (job, _, cost) => CsvReport.Write(job, cost));
        MapWithView(api, "md", "text/markdown", MarkdownReport.Write);
        MapWithView(api, "html", "text/html", HtmlReport.Write);
    }

    private static void MapBadge(IEndpointRouteBuilder api)
    {
        const string svg = "image/svg+xml";
        api.MapGet(
            "/jobs/{id}/badge.svg",
            async Task<IResult> (string id, HttpContext http, LiveJobs jobs, Catalogue catalogue, CancellationToken ct) =>
                await FindAsync(id, jobs, ct) is { } job
                    ? JobPicture.Of(http.Response, job, Encoding.UTF8.GetBytes(Badge.Write(job, catalogue.Find(job.Benchmark)?.Info)), svg)
                    : Problems.NoSuchJob(id))
            .Produces<string>(StatusCodes.Status200OK, svg)
            .Produces(StatusCodes.Status304NotModified)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("The answer of the job as a picture for a README");
    }

    private static void MapExchange(IEndpointRouteBuilder api, string extension, Func<JobDocument, BenchmarkInfo?, string> write)
    {
        var route = api.MapGet(
            $"/jobs/{{id}}/report.{extension}",
            async Task<IResult> (string id, LiveJobs jobs, Catalogue catalogue, CancellationToken ct) => await FindAsync(id, jobs, ct) is { } job
                ? FileOf(job, extension, Json, write(job, catalogue.Find(job.Benchmark)?.Info))
                : Problems.NoSuchJob(id));
        Describe(route, extension, Json);
    }

    private static void MapParquet(
        IEndpointRouteBuilder api, string extension, Func<IEnumerable<JobDocument>, CancellationToken, Task<byte[]>> write)
    {
        const string contentType = "application/vnd.apache.parquet";
        var route = api.MapGet(
            $"/jobs/{{id}}/report.{extension}",
            async Task<IResult> (string id, LiveJobs jobs, CancellationToken ct) => await FindAsync(id, jobs, ct) is { } job
                ? FileOf(job, extension, contentType, await write([job], ct))
                : Problems.NoSuchJob(id));
        Describe(route, extension, contentType);
    }

    private static void MapWithView(
        IEndpointRouteBuilder api, string extension, string contentType, Func<JobDocument, BenchmarkInfo?, StorageCost?, string> write)
    {
        var route = api.MapGet($"/jobs/{{id}}/report.{extension}",
            async Task<IResult> (string id, string? price, string? against, string? along, LiveJobs jobs, Catalogue catalogue,
                CancellationToken ct) =>
            {
                if (await FindAsync(id, jobs, ct) is not { } job)
                {
                    return Problems.NoSuchJob(id);
                }

                // As on a form, an empty value is no value.
                (price, against) = (string.IsNullOrWhiteSpace(price) ? null : price, string.IsNullOrWhiteSpace(against) ? null : against);
                var (errors, cost) = (new List<FieldError>(), price is null ? null : StorageCost.Read(price));
                if (price is not null && cost is null)
                {
                    errors.Add(new("price", StorageCost.Rule));
                }

                if (against is not null && !job.Request.Strategies.Contains(against))
                {
                    errors.Add(new("against", $"against must be one of the strategies of the job: {string.Join(", ", job.Request.Strategies)}."));
                }

                // An address may be older than the axes of the job: an unknown one is the default.
                job = job with { Request = job.Request with { Along = along } };
                var info = catalogue.Find(job.Benchmark)?.Info;
                return errors.Count > 0
                    ? Problems.Validation(errors, "The query is invalid.")
                    : FileOf(job, extension, contentType, write(against is null ? job : BenchmarkSummaries.Against(job, info, against), info, cost));
            });
        Describe(route, extension, contentType).ProducesValidationProblem();
    }

    private static async Task<JobDocument?> FindAsync(string id, LiveJobs jobs, CancellationToken ct) =>
        Guid.TryParse(id, out var known) ? await jobs.FindAsync(known, ct) : null;

    private static FileContentHttpResult FileOf(JobDocument job, string extension, string contentType, string text) =>
        FileOf(job, extension, $"{contentType}; charset=utf-8", Encoding.UTF8.GetBytes(text));

    private static FileContentHttpResult FileOf(JobDocument job, string extension, string contentType, byte[] content) =>
        TypedResults.File(content, contentType, $"redisperf-{job.Benchmark}-{job.CreatedAt:yyyyMMdd-HHmmss}.{extension}");

    private static RouteHandlerBuilder Describe(RouteHandlerBuilder route, string extension, string contentType) => route
        .Produces<string>(StatusCodes.Status200OK, contentType)
        .ProducesProblem(StatusCodes.Status404NotFound)
        .WithSummary($"The report as {extension}");
}
