using System.Globalization;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Background;

/// <summary>The expected start of queued jobs: after the rest of the running job and the jobs before them, as far as these are known.</summary>
public sealed class QueueForecastTests
{
    private static readonly string UntilDecided = $$"""
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["{{SmallJob.Target}}"], "until": "decided", "options": { "items": 60,
          "payloadBytes": 500, "keys": 3 } }
        """;

    [Fact]
    public async Task Each_queued_job_starts_after_the_jobs_before_it_and_after_an_unknown_duration_there_is_no_estimate()
    {
        await using var host = WebHost.Start();
        var past = await host.EndedAsync((await host.QueueAsync(SmallJob.ShortJson)).Text("id")!);
        past["expectedStart"].ShouldBeNull();
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{running}", job => (double?)job["progress"]?["secondsLeft"] > 0);
        var next = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        var undecided = (await host.QueueAsync(UntilDecided)).Text("id")!;
        var last = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;

        var jobs = (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ToDictionary(job => job!.Text("id")!, job => job!["expectedStart"]);

        jobs[running].ShouldBeNull();
        Time(jobs[next]).ShouldBeGreaterThan(DateTimeOffset.UtcNow);
        Time(jobs[undecided]).ShouldBeGreaterThan(Time(jobs[next]));
        jobs[last].ShouldBeNull();
        (await host.GetAsync($"/api/jobs/{undecided}"))["expectedStart"].ShouldNotBeNull();
        var page = await host.PageAsync("/jobs");
        page.QuerySelector($"#job-{next} time")!.GetAttribute("data-after-running").ShouldBe("0");
        double.Parse(page.QuerySelector($"#job-{undecided} time")!.GetAttribute("data-after-running")!, CultureInfo.InvariantCulture)
            .ShouldBeGreaterThan(0);
        page.QuerySelector($"#job-{last}")!.TextContent.ShouldContain("no estimate");
        (await host.PageAsync($"/jobs/{next}")).QuerySelector("[data-live=expected-start]")!.TextContent.ShouldStartWith("Expected start: ");
        (await host.PageAsync($"/jobs/{last}")).QuerySelector("[data-live=expected-start]")!.TextContent.ShouldContain("no estimate");
    }

    [Fact]
    public async Task The_first_job_of_a_benchmark_has_a_range_of_starts_after_it()
    {
        await using var host = WebHost.Start();
        await host.UntilAsync((await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!, "running");
        var waiting = """
            { "benchmark": "pipelining", "targets": ["embedded"] }
            """;
        await host.QueueAsync(waiting);
        var last = (await host.QueueAsync(waiting)).Text("id")!;

        var job = await host.GetAsync($"/api/jobs/{last}");
        var range = job["expectedStartRange"]!;
        Time(range["earliest"]).ShouldBeLessThan(Time(job["expectedStart"]));
        Time(range["latest"]).ShouldBeGreaterThan(Time(job["expectedStart"]));
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().Single(each => each!.Text("id") == last)!["expectedStartRange"].ShouldNotBeNull();
    }

    private static DateTimeOffset Time(JsonNode? node) => DateTimeOffset.Parse((string)node!, CultureInfo.InvariantCulture);
}
