using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Pages;

/// <summary>The page of an error status: a sentence, the trace id and links.</summary>
[ResponseCache(NoStore = true, Location = ResponseCacheLocation.None)]
[IgnoreAntiforgeryToken]
public sealed class ErrorModel : PageModel
{
    public int Code { get; private set; }

    public string TraceId { get; private set; } = "";

    public string Heading => Code switch
    {
        _ when Reason is not null => "The request was rejected.",
        StatusCodes.Status404NotFound => "Page not found.",
        StatusCodes.Status400BadRequest => "This form is no longer valid.",
        StatusCodes.Status405MethodNotAllowed => "This address does not support the method.",
        StatusCodes.Status413PayloadTooLarge => "The file is too large.",
        < StatusCodes.Status500InternalServerError => "The request was rejected.",
        StatusCodes.Status503ServiceUnavailable => "The ledger is not available.",
        _ => "Internal error.",
    };

    public string Advice => Code switch
    {
        _ when Reason is { } reason => reason.ToText(),
        StatusCodes.Status404NotFound => "The job or schedule may have been deleted, or the address is wrong.",
        StatusCodes.Status400BadRequest => "The form was open for too long, or RedisPerf was restarted. Reload the page and repeat the action.",
        StatusCodes.Status413PayloadTooLarge =>
            $"The values of a payload have at most {PayloadInput.MaximumTotalBytes >> 20} MB together. Go back and choose a smaller file.",
        < StatusCodes.Status500InternalServerError => "Go back and use the form on the page.",
        StatusCodes.Status503ServiceUnavailable when Failure is { } failure => failure.Message,
        _ => "Jobs and results are safe in the ledger. The log contains the error with the trace id below.",
    };

    private LedgerException? Failure => HttpContext.Features.Get<IExceptionHandlerFeature>()?.Error as LedgerException;

    private Reason? Reason => HttpContext.Items[typeof(ErrorModel)] as Reason;

    /// <summary>Sets the reason that the page shows for a request.</summary>
    public static void Explain(HttpContext context, Reason? reason) => context.Items[typeof(ErrorModel)] = reason;

    public void OnGet() => Show();

    public void OnPost() => Show();

    private void Show()
    {
        // Not a parameter of the handlers: their values come from the form too, which may be too large to be read.
        Code = RouteData.Values["code"] is string code ? int.Parse(code, CultureInfo.InvariantCulture)
            : HttpContext.Features.Get<IExceptionHandlerFeature>() is null ? StatusCodes.Status500InternalServerError
            : Response.StatusCode;
        TraceId = Activity.Current?.TraceId.ToString() ?? HttpContext.TraceIdentifier;
    }
}
