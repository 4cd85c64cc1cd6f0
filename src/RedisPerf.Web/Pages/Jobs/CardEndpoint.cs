using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The picture of a job's answer, with the access rules of its page.</summary>
internal static class CardEndpoint
{
    /// <summary>The address of the picture, without the base path.</summary>
    public static string AddressOf(Guid id) => $"/jobs/{id}/card.png";

    public static void MapCard(this IEndpointRouteBuilder app) => app.MapMethods(
        "/jobs/{job}/card.png", [HttpMethods.Get, HttpMethods.Head],
        async Task<Results<FileContentHttpResult, NotFound>> (
            string job, HttpContext http, LiveJobs jobs, JobLedger ledger, Catalogue catalogue, CancellationToken ct) =>
        {
            if (await ledger.FindIdAsync(job, ct) is not { } id || await jobs.FindAsync(id, ct) is not { } document)
            {
                return TypedResults.NotFound();
            }

            var png = CardPicture.Draw(document, catalogue.Find(document.Benchmark)?.Info);
            return JobPicture.Of(http.Response, document, png, "image/png");
        }).ExcludeFromDescription();
}
