using System.Globalization;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Net.Http.Headers;
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
            var id = Guid.TryParse(job, out var known) ? known
                : long.TryParse(job, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? await ledger.FindIdAsync(number, ct)
                : null;
            if (id is null || await jobs.FindAsync(id.Value, ct) is not { } document)
            {
                return TypedResults.NotFound();
            }

            var png = CardPicture.Draw(document, catalogue.Find(document.Benchmark)?.Info);
            // A picture that is protected by the access token is not for shared caches. An ended job can change: runs can be excluded or added.
            http.Response.Headers.CacheControl = document.HasEnded ? "private, max-age=60" : "private, no-cache";
            return TypedResults.Bytes(
                png, "image/png", entityTag: new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(png).AsSpan(0, 16))}\""));
        }).ExcludeFromDescription();
}
