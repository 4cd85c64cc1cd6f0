using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace RedisPerf.Web.Tests.Live;

/// <summary>The events of every open page.</summary>
public sealed class ListEventTests
{
    // A few seconds, so that its progress is more than one event.
    private static readonly string Json = $$"""
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["{{SmallJob.Target}}"], "runs": 5, "warmups": 0,
          "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
        """;

    [Fact]
    public async Task A_queued_job_a_start_progress_and_an_end_are_sent()
    {
        await using var host = WebHost.Start();
        await using var stream = await EventStream.OpenListsAsync(host);
        var first = (await stream.NextAsync()).ShouldNotBeNull();
        (first.Type, first.Data["running"], (int)first.Data["alerts"]!).ShouldBe(("lists", null, 0));
        first.Data.Text("instance").ShouldBe((await host.PageAsync("/jobs")).Body!.GetAttribute("data-instance"));

        var id = (await host.QueueAsync(Json)).Text("id")!;
        var running = await UntilAsync(stream, data => data["running"] is { } now && (int)now["percent"]! > 0);
        running["running"]!.Text("id").ShouldBe(id);
        running["running"]!.Text("benchmark").ShouldBe("insert");
        running["running"]!.Text("text")!.ShouldMatch(@"^insert \d+%");
        running["running"]!.Text("title")!.ShouldStartWith("#1 insert · ");
        var ended = await UntilAsync(stream, data => data["running"] is null);

        (await host.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBe("completed");
        Version(first.Data).ShouldBeLessThan(Version(running));
        Version(running).ShouldBeLessThan(Version(ended));
    }

    [Fact]
    public async Task A_page_has_the_version_of_its_lists_and_the_running_job()
    {
        await using var host = WebHost.Start();
        var before = await VersionOfPageAsync();
        await using var stream = await EventStream.OpenListsAsync(host);
        Version((await stream.NextAsync()).ShouldNotBeNull().Data).ShouldBe(before);

        var id = (await host.QueueAsync(Json)).Text("id")!;
        await UntilAsync(stream, data => data["running"] is not null);

        var page = await host.PageAsync("/targets");
        page.QuerySelector("[data-running]:not([hidden])").ShouldNotBeNull().GetAttribute("href").ShouldBe($"/jobs/{id}");
        (await VersionOfPageAsync()).ShouldBeGreaterThan(before);

        async Task<long> VersionOfPageAsync() =>
            long.Parse((await host.PageAsync("/jobs")).Body!.GetAttribute("data-lists")!, System.Globalization.CultureInfo.InvariantCulture);
    }

    [Fact]
    public async Task A_quiet_stream_has_pings_and_ends_when_the_program_stops()
    {
        await using var host = WebHost.Start(new AcceleratedTime(100));
        await using var stream = await EventStream.OpenListsAsync(host);

        (await stream.NextAsync()).ShouldNotBeNull().Type.ShouldBe("lists");
        (await stream.UntilAsync("ping")).ShouldNotBeEmpty();

        host.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
        while (await stream.NextAsync() is { } next)
        {
            next.Type.ShouldBe("ping");
        }
    }

    private static long Version(JsonObject data) => (long)data["version"]!;

    private static async Task<JsonObject> UntilAsync(EventStream stream, Func<JsonObject, bool> isExpected)
    {
        while (true)
        {
            var (type, data) = (await stream.NextAsync()).ShouldNotBeNull();
            if (type == "lists" && isExpected(data))
            {
                return data;
            }
        }
    }
}
