using System.Diagnostics;
using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Web.Live;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Pages;

public sealed class ListVersionTests(SharedHost shared) : IClassFixture<SharedHost>
{
    [Fact]
    public async Task A_change_after_the_page_has_read_its_lists_has_a_later_version()
    {
        var lists = shared.Host.Services.GetRequiredService<LiveLists>();
        using var changes = shared.Host.Services.GetRequiredService<DiagnosticListener>().Subscribe(new AfterReading(lists.Change));

        var page = await shared.Host.PageAsync("/jobs");

        long.Parse(page.Body!.GetAttribute("data-lists")!, CultureInfo.InvariantCulture).ShouldBeLessThan(
            lists.Version, "the page loads its lists again");
    }

    [Fact]
    public async Task A_deleted_schedule_is_a_change_because_its_alerts_are_resolved()
    {
        var lists = shared.Host.Services.GetRequiredService<LiveLists>();
        var address = await shared.Host.AddScheduleAsync(ScheduleCalls.Json("short-lived", "0 3 1 1 *"));
        var before = lists.Version;

        (await shared.Host.SendAsync(HttpMethod.Delete, address)).EnsureSuccessStatusCode();

        lists.Version.ShouldBeGreaterThan(before);
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
