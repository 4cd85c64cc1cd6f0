using System.Globalization;
using Microsoft.Net.Http.Headers;

namespace RedisPerf.Web.Access;

/// <summary>Applies <see cref="AccessControl"/> to every request.</summary>
internal static class AccessControlMiddleware
{
    private const int SecondsToWait = 60;

    public static void UseAccessControl(this WebApplication app)
    {
        var access = app.Services.GetRequiredService<AccessControl>();
        app.Use(async (context, next) =>
        {
            switch (access.Check(context))
            {
                case AccessControl.Result.Allowed:
                    await next(context);
                    break;
                case AccessControl.Result.TooManyAttempts:
                    context.Response.Headers.RetryAfter = SecondsToWait.ToString(CultureInfo.InvariantCulture);
                    await RefuseAsync(
                        context, StatusCodes.Status429TooManyRequests, "This address sent too many wrong access tokens. Try again in a minute.");
                    break;
                case AccessControl.Result.Refused when IsPage(context.Request):
                    context.Response.Redirect($"{context.Request.PathBase.ToUriComponent()}{AccessControl.SignInPath}"
                        + $"?returnUrl={Uri.EscapeDataString(context.Request.Path + context.Request.QueryString)}");
                    break;
                default:
                    context.Response.Headers[HeaderNames.WWWAuthenticate] = "Bearer";
                    await RefuseAsync(
                        context, StatusCodes.Status401Unauthorized, "The request needs the access token: Authorization: Bearer <token>.");
                    break;
            }
        });
    }

    private static bool IsPage(HttpRequest request) =>
        (HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method)) && !request.Path.StartsWithSegments("/api")
        && !request.Path.StartsWithSegments("/openapi") && !request.Path.StartsWithSegments("/metrics");

    private static Task RefuseAsync(HttpContext context, int status, string detail) =>
        TypedResults.Problem(detail, statusCode: status).ExecuteAsync(context);
}
