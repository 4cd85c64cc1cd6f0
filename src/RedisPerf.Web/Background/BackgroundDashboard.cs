using System.Net;
using Hangfire;
using Hangfire.Dashboard;
using Microsoft.Extensions.Primitives;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>Hangfire's dashboard: read-only, and for requests from this machine only.</summary>
public static class BackgroundDashboard
{
    public const string Path = "/hangfire";

    /// <summary>The interval at which an open page polls its figures. Each poll takes CPU time on the machine that measures.</summary>
    private const int PollingMilliseconds = 10_000;

    private static readonly StringSegment[] LocalHosts = ["localhost", "127.0.0.1", "[::1]"];

    /// <summary>The middleware of the dashboard has fixed options, and its link back to the pages needs the base path of the request.</summary>
    public static void MapBackgroundDashboard(this IEndpointRouteBuilder app)
    {
        var storage = app.ServiceProvider.GetRequiredService<JobStorage>();
        var routes = app.ServiceProvider.GetRequiredService<Hangfire.Dashboard.RouteCollection>();
        app.Map($"{Path}/{{**path}}", async context =>
        {
            var request = context.Request;
            var (basePath, path) = (request.PathBase, request.Path);
            path.StartsWithSegments(Path, out var matched, out var rest);
            (request.PathBase, request.Path) = (basePath + matched, rest);
            try
            {
                await new AspNetCoreDashboardMiddleware(NotFoundAsync, storage, OptionsBelow(basePath), routes).Invoke(context);
            }
            finally
            {
                // The error page is written afterwards, with its own links.
                (request.PathBase, request.Path) = (basePath, path);
            }
        });
    }

    /// <summary>Whether a request may see the dashboard. Its host is checked too: a page of another site can make a browser on this machine
    /// send requests to a host name that resolves to this machine.</summary>
    public static bool IsAllowed(HttpContext context) =>
        context.Connection.RemoteIpAddress is { } address
        && IPAddress.IsLoopback(address)
        && (HostString.MatchesAny(context.Request.Host.Value, LocalHosts)
            || context.RequestServices.GetRequiredService<AllowedHosts>().AllowsByName(context.Request.Host));

    private static DashboardOptions OptionsBelow(PathString basePath) => new()
    {
        Authorization = [new LocalRequests()],
        IsReadOnlyFunc = _ => true,
        AppPath = $"{basePath.ToUriComponent()}/jobs",
        DashboardTitle = "RedisPerf background jobs",
        DisplayStorageConnectionString = false,
        StatsPollingInterval = PollingMilliseconds,
    };

    private static Task NotFoundAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }

    private sealed class LocalRequests : IDashboardAuthorizationFilter
    {
        public bool Authorize(DashboardContext context) => IsAllowed(context.GetHttpContext());
    }
}
