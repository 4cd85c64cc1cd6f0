namespace RedisPerf.Web.Api;

/// <summary>
/// Rejects unsafe requests from other sites, and bodies that are not JSON: a page of another site can send forms and plain
/// text without a preflight request.
/// </summary>
public sealed class JsonOnlyFilter : IEndpointFilter
{
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
            return TypedResults.Problem($"Requests from other sites are rejected: the Origin must be {own}.", statusCode: StatusCodes.Status403Forbidden);
        }

        var hasBody = request.ContentLength > 0 || request.Headers.TransferEncoding.Count > 0;
        if ((hasBody || request.ContentType is not null) && !request.HasJsonContentType())
        {
            return TypedResults.Problem("Send JSON, with the content type application/json.", statusCode: StatusCodes.Status415UnsupportedMediaType);
        }

        return await next(context);
    }
}
