using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Web.Api;

/// <summary>A job's live events: see <see cref="JobEvents"/>.</summary>
internal static class EventEndpoint
{
    /// <summary>The type of a stream of events, which has no end while its job runs.</summary>
    public const string ContentType = "text/event-stream";

    public static void MapEvents(this IEndpointRouteBuilder api) =>
        api.MapGet("/jobs/{id}/events", ConnectAsync)
            .Produces<string>(StatusCodes.Status200OK, ContentType)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("The job's events, live");

    // With view=page, the events of the page of the job.
    private static async Task<IResult> ConnectAsync(
        string id, string? view, int? runs, HttpContext http, JobEvents events, IHostApplicationLifetime lifetime, CancellationToken ct)
    {
        if (!Guid.TryParse(id, out var known) || !await events.ExistsAsync(known, ct))
        {
            return Problems.NoSuchJob(id);
        }

        http.Response.Headers["X-Accel-Buffering"] = "no";
        return TypedResults.ServerSentEvents(FollowAsync(known, view == "page", runs, events, lifetime.ApplicationStopping, ct));
    }

    private static async IAsyncEnumerable<SseItem<string>> FollowAsync(
        Guid id, bool isPage, int? knownRuns, JobEvents events, CancellationToken stopping, [EnumeratorCancellation] CancellationToken ct)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stopping, ct);
        await foreach (var next in events.FollowAsync(id, isPage, knownRuns, ending.Token))
        {
            yield return new(JsonSerializer.Serialize(next.Data, DocumentJson.Options), next.Type);
        }
    }
}
