using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace RedisPerf.Web.Pages;

/// <summary>Adds the base path to the redirects of the pages.</summary>
internal sealed class BasePathRedirectFilter : IAlwaysRunResultFilter
{
    public void OnResultExecuting(ResultExecutingContext context)
    {
        if (context.Result is LocalRedirectResult { Url: ['/', ..] } redirect)
        {
            redirect.Url = $"~{redirect.Url}";
        }
    }

    public void OnResultExecuted(ResultExecutedContext context)
    {
    }
}
