using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Hosting;

/// <summary>Answers requests for the allowed hosts only: see <see cref="AllowedHosts"/>. The health checks and the metrics answer for every
/// host: an orchestrator or Prometheus uses the address of the machine, and they change nothing.</summary>
internal sealed class HostCheck(AllowedHosts allowed, PathString basePath, TimeProvider time, ILogger<HostCheck> logger)
{
    private static readonly PathString[] Open = ["/health", "/metrics"];

    private static readonly TimeSpan LogPause = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private DateTimeOffset _lastLine;
    private int _unlogged;

    private string Advice => $"Allowed hosts: {string.Join(", ", allowed.Names)}. Set {AllowedHosts.Key} to all names under which RedisPerf is "
        + $"reached, with semicolons between them, as in {AllowedHosts.Key}={AllowedHosts.Default};bench.example.com";

    public Task InvokeAsync(HttpContext context, RequestDelegate next)
    {
        var request = context.Request;
        var requested = BasePath.Remove(basePath, request.Path);
        if (allowed.Allows(request.Host) || Array.Exists(Open, path => requested.StartsWithSegments(path)))
        {
            return next(context);
        }

        Log(request.Host);
        return TypedResults.Problem($"The host {request.Host} is not allowed. {Advice}", statusCode: StatusCodes.Status400BadRequest)
            .ExecuteAsync(context);
    }

    // A scanner of the network sends many of them.
    private void Log(HostString host)
    {
        int unlogged;
        lock (_gate)
        {
            var now = time.GetUtcNow();
            if ((now - _lastLine).Duration() < LogPause)
            {
                _unlogged++;
                return;
            }

            (_lastLine, unlogged, _unlogged) = (now, _unlogged, 0);
        }

        logger.LogWarning("A request for the host {Host} was refused, and {Count} others since the last such line. {Advice}", host, unlogged, Advice);
    }
}

internal static class HostCheckServices
{
    /// <summary>Replaces the check of the framework, which answers with an empty page and writes no line.</summary>
    /// <exception cref="StartupException">The setting is invalid.</exception>
    public static void AddHostCheck(this WebApplicationBuilder builder)
    {
        var allowed = AllowedHosts.Parse(builder.Configuration[AllowedHosts.Key])
            ?? throw new StartupException($"{AllowedHosts.Key} must have host names without scheme, port or path, with semicolons between them, "
                + $"as in {AllowedHosts.Default};bench.example.com. * allows every name.");
        builder.Services.AddSingleton(allowed);
        builder.Services.AddHostFiltering(framework => framework.AllowedHosts = ["*"]);
    }

    public static void UseHostCheck(this WebApplication app)
    {
        var check = ActivatorUtilities.CreateInstance<HostCheck>(app.Services, BasePathMiddleware.Of(app.Services));
        app.Use(check.InvokeAsync);
    }
}
