using Microsoft.AspNetCore.Diagnostics;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Api;

namespace RedisPerf.Web.Hosting;

/// <summary>Shows errors as pages, and as problem+json for the API.</summary>
internal static class ErrorPages
{
    /// <summary>Adds the detail to a problem of the framework: a path or a method without an endpoint, or a body of another type. An error
    /// of the ledger passes; its message has no secret and names a solution.</summary>
    public static void DescribeProblem(ProblemDetailsContext context)
    {
        var request = context.HttpContext.Request;
        context.ProblemDetails.Detail ??= context.ProblemDetails.Status switch
        {
            _ when context.Exception is LedgerException exception => exception.Message,
            StatusCodes.Status404NotFound or StatusCodes.Status405MethodNotAllowed =>
                $"There is no {request.Method} {request.PathBase}{request.Path}; {request.PathBase}/openapi/v1.json lists all endpoints.",
            StatusCodes.Status415UnsupportedMediaType => JsonOnlyFilter.NotJson,
            _ => null,
        };
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
                pages.Use((context, next) =>
                {
                    if (context.Features.Get<IStatusCodeReExecuteFeature>() is not null)
                    {
                        // The error page has no handler for PUT, so its status would replace the error.
                        context.Request.Method = HttpMethods.Get;
                    }

                    return next(context);
                });
            });
    }
}
