namespace RedisPerf.Web;

/// <summary>Headers that keep a page to its own scripts and out of other sites' frames.</summary>
internal static class SecurityHeaders
{
    private const string Policy =
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    public static void UseSecurityHeaders(this IApplicationBuilder app) => app.Use((context, next) =>
    {
        // At the last moment: an answer to an exception begins with all headers cleared.
        context.Response.OnStarting(() =>
        {
            Add(context.Response.Headers);
            return Task.CompletedTask;
        });
        return next(context);
    });

    private static void Add(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy = Policy;
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        headers["Referrer-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
    }
}
