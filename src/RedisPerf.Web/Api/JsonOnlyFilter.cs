using Microsoft.Net.Http.Headers;

namespace RedisPerf.Web.Api;

/// <summary>Rejects unsafe requests from other sites, and bodies that are not JSON: a page of another site can send forms and plain text
/// without a preflight request.</summary>
/// <param name="types">Accepted content types instead of JSON; they must require a preflight request too.</param>
public sealed class JsonOnlyFilter(params string[] types) : IEndpointFilter
{
    internal const string NotJson = "Send JSON, with the content type application/json.";

    /// <summary>Whether the body of a request has a content type, with any parameters.</summary>
    internal static bool HasType(HttpRequest request, string type) =>
        MediaTypeHeaderValue.TryParse(request.ContentType, out var sent) && sent.MediaType.Equals(type, StringComparison.OrdinalIgnoreCase);

    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var request = context.HttpContext.Request;
        if (HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method))
        {
            return await next(context);
        }

        var own = $"{request.Scheme}://{request.Host}";
        var origin = request.Headers.Origin.ToString();
        if (origin.Length > 0 && !string.Equals(origin, own, StringComparison.OrdinalIgnoreCase))
        {
            return TypedResults.Problem(
                $"Requests from other sites are rejected: the Origin must be {own}.", statusCode: StatusCodes.Status403Forbidden);
        }

        var hasBody = request.ContentLength > 0 || request.Headers.TransferEncoding.Count > 0;
        if ((hasBody || request.ContentType is not null)
            && !(types.Length == 0 ? request.HasJsonContentType() : types.Any(type => HasType(request, type))))
        {
            return TypedResults.Problem(types.Length == 0 ? NotJson : $"Send the content type {string.Join(" or ", types)}.",
                statusCode: StatusCodes.Status415UnsupportedMediaType);
        }

        if (types.Length == 0 && request.Headers.ContentEncoding.Count > 0)
        {
            return TypedResults.Problem("Send the body without Content-Encoding.", statusCode: StatusCodes.Status415UnsupportedMediaType);
        }

        return await next(context);
    }
}
