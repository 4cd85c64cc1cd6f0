using System.Net;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Tests.Live;

/// <summary>The events of several open pages in one stream.</summary>
public sealed class PageEventTests
{
    private static readonly string Long = $$"""
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["{{SmallJob.Target}}"], "runs": 100, "warmups": 0,
          "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
        """;

    [Fact]
    public async Task The_stream_has_the_events_of_the_lists_and_of_each_job_and_continues_after_an_end()
    {
        await using var host = WebHost.Start();
        var ended = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        await host.EndedAsync(ended);
        var (running, queued) = ((await host.QueueAsync(Long)).Text("id")!, (await host.QueueAsync(Long)).Text("id")!);
        await host.UntilAsync($"/api/jobs/{running}", job => job.Text("state") == "running");
        await using var stream = await EventStream.OpenPagesAsync(host, ended, running, queued);

        (await UntilAsync(stream, ended, "end"))["state"]!.GetValue<string>().ShouldBe("completed");
        (await UntilAsync(stream, running, "rows"))["units"].ShouldNotBeNull();
        await host.CancelAsync(queued);
        (await UntilAsync(stream, queued, "end"))["state"]!.GetValue<string>().ShouldBe("cancelled");
        await host.CancelAsync(running);
        (await UntilAsync(stream, running, "end"))["state"]!.GetValue<string>().ShouldBe("cancelled");
        // The lists can have changed before the end of a job.
        await host.QueueAsync(SmallJob.ShortJson);
        await stream.UntilAsync("lists");
    }

    [Fact]
    public async Task A_page_with_the_number_of_its_runs_follows_the_job()
    {
        await using var host = WebHost.Start();
        var blocking = (await host.QueueAsync(Long)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{blocking}", job => job.Text("state") == "running");
        await using var stream = await EventStream.OpenPagesAsync(host, $"{blocking}.{RunsOf(host, blocking)}");

        (await UntilAsync(stream, blocking, "page"))["facts"].ShouldNotBeNull();

        await host.CancelAsync(blocking);
    }

    [Fact]
    public async Task A_deleted_job_is_missing_and_the_stream_continues()
    {
        await using var host = WebHost.Start();
        var gone = Guid.CreateVersion7().ToString();
        await using var stream = await EventStream.OpenPagesAsync(host, gone, "nonsense", "1.2.3");

        await UntilAsync(stream, gone, "missing");
        await host.QueueAsync(SmallJob.ShortJson);
        await stream.UntilAsync("lists");
    }

    [Fact]
    public async Task A_closed_stream_watches_nothing()
    {
        await using var host = WebHost.Start();
        var job = (await host.QueueAsync(Long)).Text("id")!;
        var feed = host.Services.GetRequiredService<LiveFeed>();
        await using (var stream = await EventStream.OpenPagesAsync(host, job))
        {
            await UntilAsync(stream, job, "snapshot");
            feed.IsOnPage(Guid.Parse(job)).ShouldBeTrue();
        }

        await Poll.UntilAsync(() => !feed.IsOnPage(Guid.Parse(job)));
        await host.CancelAsync(job);
    }

    [Fact]
    public async Task More_jobs_than_a_browser_has_windows_are_refused()
    {
        await using var host = WebHost.Start();

        using var answer = await host.Client.GetAsync(
            $"/jobs/events?{string.Join('&', Enumerable.Range(0, 51).Select(_ => $"job={Guid.CreateVersion7()}"))}", Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    private static int RunsOf(WebHost host, string job) =>
        host.Services.GetRequiredService<LiveJobs>().Find(Guid.Parse(job))!.Document.Cases.Sum(@case => @case.Runs.Count);

    private static async Task<JsonObject> UntilAsync(EventStream stream, string job, string name)
    {
        while (true)
        {
            var (type, data) = (await stream.NextAsync()).ShouldNotBeNull();
            if (type == "job" && data.Text("job") == job && data.Text("name") == name)
            {
                return data["data"]!.AsObject();
            }
        }
    }
}
