using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Web.Access;

namespace RedisPerf.Web.Pages.SignIn;

/// <summary>Requests the access token and sets the cookie that the other pages need.</summary>
public sealed class IndexModel(AccessControl access) : PageModel
{
    public string? Error { get; private set; }

    /// <summary>The page that the user requested; a path of this site.</summary>
    [BindProperty(SupportsGet = true)]
    public string? ReturnUrl { get; set; }

    public void OnGet()
    {
    }

    public IActionResult OnPost(string? token)
    {
        switch (access.SignIn(HttpContext, token ?? ""))
        {
            case AccessControl.Result.Allowed:
                return Url.IsLocalUrl(ReturnUrl) ? LocalRedirect(ReturnUrl) : LocalRedirect("/");
            case AccessControl.Result.TooManyAttempts:
                Error = "Too many wrong tokens. Try again in a minute.";
                Response.StatusCode = StatusCodes.Status429TooManyRequests;
                return Page();
            default:
                Error = "The access token is wrong. It is the value of RedisPerf__AccessToken.";
                Response.StatusCode = StatusCodes.Status401Unauthorized;
                return Page();
        }
    }
}
