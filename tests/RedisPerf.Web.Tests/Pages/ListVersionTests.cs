using System.Diagnostics;
using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Tests.Pages;

public sealed class ListVersionTests(SharedHost shared) : IClassFixture<SharedHost>
{
    [Fact]
    public async Task A_change_after_the_page_has_read_its_lists_has_a_later_version()
    {
        var lists = shared.Host.Services.GetRequiredService<LiveLists>();
        using var changes = shared.Host.Services.GetRequiredService<DiagnosticListener>().Subscribe(new AfterReading(lists.Change));

        var page = await shared.Host.PageAsync("/jobs");

        long.Parse(page.Body!.GetAttribute("data-lists")!, CultureInfo.InvariantCulture).ShouldBeLessThan(lists.Version, "the page loads its lists again");
    }

    /// <summary>Acts when a page has read its data, before it is rendered.</summary>
    private sealed class AfterReading(Action act) : IObserver<KeyValuePair<string, object?>>
    {
        public void OnNext(KeyValuePair<string, object?> value)
        {
            if (value.Key == "Microsoft.AspNetCore.Mvc.AfterHandlerMethod")
            {
                act();
            }
        }

        public void OnCompleted()
        {
        }

        public void OnError(Exception error)
        {
        }
    }
}
