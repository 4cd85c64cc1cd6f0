namespace RedisPerf.Web.Api;

/// <summary>Adds the base path to the header Location of an answer.</summary>
internal sealed class BasePathLocationFilter : IEndpointFilter
{
    public ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var (request, response) = (context.HttpContext.Request, context.HttpContext.Response);
        if (request.PathBase.HasValue)
        {
            response.OnStarting(() =>
            {
                if (response.Headers.Location is [['/', ..] and var address])
                {
                    response.Headers.Location = request.PathBase.ToUriComponent() + address;
                }

                return Task.CompletedTask;
            });
        }

        return next(context);
    }
}
