using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace RedisPerf.Web.Pages;

/// <summary>What is shown for a status without a page of its own: a sentence, the trace id and a way on.</summary>
[ResponseCache(NoStore = true, Location = ResponseCacheLocation.None)]
[IgnoreAntiforgeryToken]
public sealed class ErrorModel : PageModel
{
    public int Code { get; private set; }

    public string TraceId { get; private set; } = "";

    public string Heading => Code switch
    {
        StatusCodes.Status404NotFound => "There is nothing at this address.",
        StatusCodes.Status400BadRequest => "This form is no longer valid.",
        StatusCodes.Status405MethodNotAllowed => "This address does not take that.",
        < StatusCodes.Status500InternalServerError => "This request was not taken.",
        _ => "Something went wrong here.",
    };

    public string Advice => Code switch
    {
        StatusCodes.Status404NotFound => "The job may have been deleted, or the address has a slip in it.",
        StatusCodes.Status400BadRequest => "It was open for too long, or RedisPerf was started anew meanwhile. Load the page again and repeat what you did.",
        < StatusCodes.Status500InternalServerError => "Go back and try it from the page.",
        _ => "Jobs and results are safe in the ledger. The log has the reason under the trace id below.",
    };

    public void OnGet(int? code) => Show(code);

    public void OnPost(int? code) => Show(code);

    private void Show(int? code)
    {
        Code = code ?? StatusCodes.Status500InternalServerError;
        TraceId = Activity.Current?.TraceId.ToString() ?? HttpContext.TraceIdentifier;
    }
}
