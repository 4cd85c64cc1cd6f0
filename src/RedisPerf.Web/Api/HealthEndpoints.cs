using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Api;

/// <summary>Health checks for process managers and load balancers.</summary>
internal static class HealthEndpoints
{
    public static void MapHealth(this IEndpointRouteBuilder app)
    {
        app.MapGet("/health/live", () => TypedResults.Ok(new Health("live"))).WithSummary("The process responds");
        app.MapGet("/health/ready", ReadyAsync)
            .Produces<Health>()
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .WithSummary("The process can accept, store and execute jobs");
    }

    private static async Task<IResult> ReadyAsync(JobLedger ledger, MeasuringServer server, EventRecording recording, CancellationToken ct)
    {
        try
        {
            if (recording.Failure is { } failure)
            {
                throw failure;
            }

            await ledger.ListAsync(new(Limit: 1), ct);
            await ledger.Database.CheckWritableAsync(ct);
            return server.IsRunning
                ? TypedResults.Ok(new Health("ready"))
                : TypedResults.Problem(
                    "No background server executes jobs: RedisPerf is starting or stopping.", statusCode: StatusCodes.Status503ServiceUnavailable);
        }
        catch (Exception exception) when (exception is LedgerException or IOException)
        {
            return TypedResults.Problem($"The ledger does not answer: {exception.Message}", statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    /// <param name="Status">The passed check: <c>live</c> or <c>ready</c>.</param>
    internal sealed record Health(string Status);
}
