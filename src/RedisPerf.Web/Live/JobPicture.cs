using System.Security.Cryptography;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Net.Http.Headers;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Live;

/// <summary>The response with a picture of a job, and how long it may be cached.</summary>
internal static class JobPicture
{
    public static FileContentHttpResult Of(HttpResponse response, JobDocument job, byte[] picture, string contentType)
    {
        // A picture that is protected by the access token is not for shared caches. An ended job can change: runs can be excluded or added.
        response.Headers.CacheControl = job.HasEnded ? "private, max-age=60" : "private, no-cache";
        return TypedResults.Bytes(
            picture, contentType, entityTag: new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(picture).AsSpan(0, 16))}\""));
    }
}
