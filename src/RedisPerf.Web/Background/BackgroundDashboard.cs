using System.Net;
using Hangfire;
using Hangfire.Dashboard;
using Microsoft.AspNetCore.HostFiltering;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace RedisPerf.Web.Background;

/// <summary>Hangfire's dashboard: read-only, and for requests from this machine only.</summary>
public static class BackgroundDashboard
{
    public const string Path = "/hangfire";

    /// <summary>The interval at which an open page polls its figures. Each poll takes CPU time on the machine that measures.</summary>
    private const int PollingMilliseconds = 10_000;

    private static readonly StringSegment[] LocalHosts = ["localhost", "127.0.0.1", "[::1]"];

    public static void MapBackgroundDashboard(this IEndpointRouteBuilder app) => app.MapHangfireDashboard(
        Path,
        new DashboardOptions
        {
            Authorization = [new LocalRequests()],
            IsReadOnlyFunc = _ => true,
            AppPath = "/jobs",
            DashboardTitle = "RedisPerf background jobs",
            DisplayStorageConnectionString = false,
            StatsPollingInterval = PollingMilliseconds,
        });

    /// <summary>Whether a request may see the dashboard. Its host is checked too: a page of another site can make a browser on this machine
    /// send requests to a host name that resolves to this machine.</summary>
    public static bool IsAllowed(HttpContext context) =>
        context.Connection.RemoteIpAddress is { } address
        && IPAddress.IsLoopback(address)
        && HostString.MatchesAny(context.Request.Host.Value, [.. LocalHosts, .. ConfiguredHosts(context)]);

    // AllowedHosts may be *, which allows every host everywhere else.
    private static IEnumerable<StringSegment> ConfiguredHosts(HttpContext context) =>
        context.RequestServices.GetRequiredService<IOptions<HostFilteringOptions>>().Value.AllowedHosts.Where(host => host != "*")
            .Select(host => new StringSegment(host));

    private sealed class LocalRequests : IDashboardAuthorizationFilter
    {
        public bool Authorize(DashboardContext context) => IsAllowed(context.GetHttpContext());
    }
}
