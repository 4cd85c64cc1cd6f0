namespace RedisPerf.Web.Api;

/// <summary>Everything under <c>/api</c>.</summary>
internal static class ApiServices
{
    public static void MapApi(this IEndpointRouteBuilder app)
    {
        app.MapListEvents();
        app.MapGroup("/api").AddEndpointFilter(new JsonOnlyFilter(PayloadEndpoints.Lines, PayloadEndpoints.Value)).WithTags("Payloads").MapPayloads();
        var api = app.MapGroup("/api").AddEndpointFilter(new JsonOnlyFilter());
        api.MapGroup("").WithTags("Payloads").MapSamples();
        var targets = api.MapGroup("").WithTags("Benchmarks and targets");
        targets.MapBenchmarks();
        targets.MapTargets();
        var jobs = api.MapGroup("").WithTags("Jobs");
        jobs.MapJobs();
        jobs.MapReports();
        jobs.MapEvents();
        jobs.MapCompare();
        api.MapGroup("").WithTags("Nodes").MapNodes();
        api.MapGroup("").WithTags("Schedules").MapSchedules();
        api.MapGroup("").WithTags("Alerts").MapAlerts();
        app.MapOpenApi();
        app.MapGroup("").WithTags("Health").MapHealth();
        app.MapGroup("").WithTags("Health").MapMetrics();
    }
}
