using Microsoft.AspNetCore.Http.Metadata;

namespace RedisPerf.Web.Api;

/// <summary>Everything under <c>/api</c>.</summary>
internal static class ApiServices
{
    public static void MapApi(this IEndpointRouteBuilder app)
    {
        app.MapPageEvents();
        app.MapGroup("/api").WithHead().AddEndpointFilter(new BasePathLocationFilter())
            .AddEndpointFilter(new JsonOnlyFilter(PayloadEndpoints.Lines, PayloadEndpoints.AnyFile))
            .WithTags("Payloads").MapPayloads();
        var api = app.MapGroup("/api").WithHead().AddEndpointFilter(new BasePathLocationFilter()).AddEndpointFilter(new JsonOnlyFilter());
        api.MapGroup("").WithTags("Payloads").MapSamples();
        var targets = api.MapGroup("").WithTags("Benchmarks and targets");
        targets.MapBenchmarks();
        targets.MapTargets();
        var jobs = api.MapGroup("").WithTags("Jobs");
        jobs.MapJobs();
        jobs.MapReports();
        jobs.MapProfile();
        jobs.MapEvents();
        jobs.MapCompare();
        api.MapGroup("").WithTags("Nodes").MapNodes();
        api.MapGroup("").WithTags("Schedules").MapSchedules();
        api.MapGroup("").WithTags("Alerts").MapAlerts();
        app.MapOpenApi();
        var health = app.MapGroup("").WithHead().WithTags("Health");
        health.MapHealth();
        health.MapMetrics();
    }

    // The server omits the body of a response to HEAD. An event stream accepts GET only, because it does not end.
    private static RouteGroupBuilder WithHead(this RouteGroupBuilder routes)
    {
        ((IEndpointConventionBuilder)routes).Finally(endpoint =>
        {
            var isStream =
                endpoint.Metadata.OfType<IProducesResponseTypeMetadata>().Any(produced => produced.ContentTypes.Contains(EventEndpoint.ContentType));
            if (!isStream && endpoint.Metadata.OfType<HttpMethodMetadata>().FirstOrDefault() is { HttpMethods: [var method] } get
                && HttpMethods.IsGet(method))
            {
                endpoint.Metadata[endpoint.Metadata.IndexOf(get)] = new HttpMethodMetadata([HttpMethods.Get, HttpMethods.Head]);
            }
        });
        return routes;
    }
}
