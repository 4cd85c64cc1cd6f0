using Microsoft.AspNetCore.Mvc.Filters;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages;

/// <summary>Reads the version of the lists before a page reads them. A change in between has a later version, and the page
/// loads its lists again.</summary>
internal sealed class ListVersionFilter(LiveLists lists) : IPageFilter
{
    public void OnPageHandlerSelected(PageHandlerSelectedContext context) => context.HttpContext.Features.Set(new ListVersion(lists.Version));

    public void OnPageHandlerExecuting(PageHandlerExecutingContext context)
    {
    }

    public void OnPageHandlerExecuted(PageHandlerExecutedContext context)
    {
    }
}

/// <summary>The version of the lists of a page.</summary>
/// <param name="Value">That of <see cref="LiveLists.Version"/> before they were read.</param>
internal sealed record ListVersion(long Value);
