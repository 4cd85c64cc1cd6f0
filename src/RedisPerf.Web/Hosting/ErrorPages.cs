namespace RedisPerf.Web.Hosting;

/// <summary>Shows errors as pages, and as problem+json for the API.</summary>
internal static class ErrorPages
{
    public static void UseErrorPages(this WebApplication app)
    {
        app.UseWhen(
            context => context.Request.Path.StartsWithSegments("/api") || context.Request.Path.StartsWithSegments("/health"),
            api =>
            {
                api.UseExceptionHandler();
                api.UseStatusCodePages();
            });
        app.UseWhen(
            context => !context.Request.Path.StartsWithSegments("/api") && !context.Request.Path.StartsWithSegments("/health"),
            pages =>
            {
                pages.UseExceptionHandler("/error/500");
                pages.UseStatusCodePagesWithReExecute("/error/{0}");
            });
    }
}
