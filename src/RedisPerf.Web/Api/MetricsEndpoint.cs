using Prometheus;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>The metrics of the ledger for Prometheus.</summary>
internal static class MetricsEndpoint
{
    public static void MapMetrics(this IEndpointRouteBuilder app) => app
        .MapGet("/metrics",
            async (LiveMetrics metrics, CancellationToken ct) => TypedResults.Text(await metrics.ReadAsync(ct), PrometheusConstants.TextContentType))
        .WithSummary("Metrics for Prometheus: medians of the schedules, jobs, alerts, and nodes");
}
