using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Hosting;

/// <summary>Shows errors as pages, and as problem+json for the API.</summary>
internal static class ErrorPages
{
    /// <summary>An error of the ledger passes; its message has no secret and names a solution.</summary>
    public static void DescribeProblem(ProblemDetailsContext context)
    {
        if (context.Exception is LedgerException exception)
        {
            context.ProblemDetails.Detail = exception.Message;
        }
    }

    private static int StatusOf(Exception exception) => exception switch
    {
        LedgerException => StatusCodes.Status503ServiceUnavailable,
        BadHttpRequestException request => request.StatusCode,
        _ => StatusCodes.Status500InternalServerError,
    };

    public static void UseErrorPages(this WebApplication app)
    {
        app.UseWhen(
            context => context.Request.Path.StartsWithSegments("/api") || context.Request.Path.StartsWithSegments("/health"),
            api =>
            {
                api.UseExceptionHandler(new ExceptionHandlerOptions { StatusCodeSelector = StatusOf });
                api.UseStatusCodePages();
            });
        app.UseWhen(
            context => !context.Request.Path.StartsWithSegments("/api") && !context.Request.Path.StartsWithSegments("/health"),
            pages =>
            {
                pages.UseExceptionHandler(new ExceptionHandlerOptions { ExceptionHandlingPath = "/error", StatusCodeSelector = StatusOf });
                pages.UseStatusCodePagesWithReExecute("/error/{0}");
            });
    }
}
