using Microsoft.Extensions.Options;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Hosting;

/// <summary>Applies the base path of the configuration, or the one that a trusted proxy has forwarded, which replaces it.</summary>
internal static class BasePathMiddleware
{
    public static void UseBasePath(this WebApplication app)
    {
        var configured = Of(app.Services);
        app.Use((context, next) =>
        {
            var request = context.Request;
            var forwarded = BasePath.Parse(request.PathBase.Value);
            if (forwarded is null)
            {
                return TypedResults.Problem($"X-Forwarded-Prefix {BasePath.Sentence}", statusCode: StatusCodes.Status400BadRequest)
                    .ExecuteAsync(context);
            }

            var basePath = forwarded.Value.HasValue ? forwarded.Value : configured;
            if (basePath.HasValue && request.Path.StartsWithSegments(basePath, out var matched, out var rest))
            {
                // In the letters of the request: the path of a cookie is case-sensitive.
                (request.PathBase, request.Path) = (matched, rest);
            }
            else
            {
                request.PathBase = basePath;
            }

            return next(context);
        });
    }

    /// <summary>A path that RedisPerf has itself would make requests ambiguous.</summary>
    /// <exception cref="StartupException">The base path starts with such a path.</exception>
    public static void CheckBasePath(this WebApplication app)
    {
        var configured = Of(app.Services);
        var own = ((IEndpointRouteBuilder)app).DataSources.SelectMany(source => source.Endpoints).OfType<RouteEndpoint>()
            .Select(route => $"/{route.RoutePattern.RawText?.TrimStart('/').Split('/')[0]}");
        if (own.FirstOrDefault(path => path.Length > 1 && configured.StartsWithSegments(path)) is { } taken)
        {
            throw new StartupException(
                $"{RedisPerfOptions.Section}__{nameof(RedisPerfOptions.PathBase)} must not start with {taken}, which is a path of RedisPerf itself.");
        }
    }

    /// <summary>The base path of the configuration; empty for none.</summary>
    public static PathString Of(IServiceProvider services) =>
        BasePath.Parse(services.GetRequiredService<IOptions<RedisPerfOptions>>().Value.PathBase) ?? default;
}
