using RedisPerf.Web.Background;

namespace RedisPerf.Web.Hosting;

/// <summary>Adds headers that restrict a page to its own scripts and prevent framing by other sites.</summary>
internal static class SecurityHeaders
{
    private const string Policy =
        "default-src 'self'; worker-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    // The pages of the dashboard have style attributes.
    private const string DashboardPolicy = $"{Policy}; style-src 'self' 'unsafe-inline'";

    public static void UseSecurityHeaders(this IApplicationBuilder app) => app.Use((context, next) =>
    {
        // The dashboard changes the path of its requests while it handles them.
        var policy = context.Request.Path.StartsWithSegments(BackgroundDashboard.Path) ? DashboardPolicy : Policy;

        // Added when the response starts, because the exception handler clears all headers.
        context.Response.OnStarting(() =>
        {
            Add(context.Response.Headers, policy);
            return Task.CompletedTask;
        });
        return next(context);
    });

    private static void Add(IHeaderDictionary headers, string policy)
    {
        headers.ContentSecurityPolicy = policy;
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        headers["Referrer-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
    }
}
