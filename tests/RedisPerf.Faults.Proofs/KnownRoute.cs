using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.RazorPages;
using Microsoft.AspNetCore.Mvc.RazorPages.Infrastructure;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.StaticAssets;
using Microsoft.Extensions.DependencyInjection;

namespace RedisPerf.Faults.Proofs;

/// <summary>A route of the program.</summary>
/// <param name="Template">Its path, for example <c>api/jobs/{id}</c>.</param>
/// <param name="Methods">The methods that it accepts; empty for all.</param>
/// <param name="Handlers">The names of a page's form handlers; empty for a route of the API.</param>
/// <param name="Fields">The names of the fields of these forms, without the parameters of the path.</param>
internal sealed record KnownRoute(string Template, IReadOnlyList<string> Methods, IReadOnlyList<string> Handlers, IReadOnlyList<string> Fields)
{
    /// <summary>All routes of a program, without its static files.</summary>
    public static async Task<IReadOnlyList<KnownRoute>> ListAsync(IServiceProvider services)
    {
        var pages = services.GetRequiredService<PageLoader>();
        var routes = new List<KnownRoute>();
        foreach (var endpoint in services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<StaticAssetDescriptor>() is null))
        {
            var template = endpoint.RoutePattern.RawText ?? "";
            if (endpoint.Metadata.GetMetadata<PageActionDescriptor>() is { } page)
            {
                var handlers = (await pages.LoadAsync(page, endpoint.Metadata)).HandlerMethods;
                routes.Add(new(
                    template,
                    [.. handlers.Select(handler => handler.HttpMethod.ToUpperInvariant()).Distinct()],
                    [.. handlers.Where(handler => HttpMethods.IsPost(handler.HttpMethod)).Select(handler => handler.Name ?? "")],
                    [.. handlers.SelectMany(handler => handler.Parameters).Select(parameter => parameter.ParameterInfo).Where(
                        parameter => parameter.ParameterType != typeof(CancellationToken)).Select(parameter => parameter.Name!)
                        .Where(name => endpoint.RoutePattern.GetParameter(name) is null).Distinct()]));
            }
            else
            {
                routes.Add(new(template, endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods ?? [], [], []));
            }
        }

        return routes;
    }
}
