using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Hosting;

public sealed class HostCheckTests
{
    [Theory]
    [InlineData("/health/live")]
    [InlineData("/health/ready")]
    [InlineData("/metrics")]
    [InlineData("/redisperf/health/live")]
    public async Task Health_and_metrics_answer_for_every_host(string path)
    {
        await using var host = WebHost.Start(("RedisPerf:PathBase", "/redisperf"));

        foreach (var name in (string[])["10.0.0.5:5080", "redisperf.monitoring.svc.cluster.local", "[fd00::5]"])
        {
            using var answer = await SendAsync(host, path, name);
            answer.StatusCode.ShouldBe(HttpStatusCode.OK, name);
        }
    }

    [Fact]
    public async Task Metrics_for_another_host_need_the_access_token()
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", "0123456789abcdef-secret"));

        using var metrics = await SendAsync(host, "/metrics", "10.0.0.5");
        using var health = await SendAsync(host, "/health/ready", "10.0.0.5");

        metrics.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        health.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/api/jobs")]
    [InlineData("/healthy")]
    [InlineData("/metricsx")]
    [InlineData("/jobs/health/live")]
    [InlineData("/css/site.css")]
    [InlineData("/hangfire")]
    public async Task The_answer_to_a_refused_host_names_the_allowed_ones_and_the_setting(string path)
    {
        await using var host = WebHost.Start(("AllowedHosts", "localhost;bench.example.com"));

        using var answer = await SendAsync(host, path, "evil.example");

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        answer.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
        var detail = (await answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("detail")!;
        detail.ShouldStartWith("The host evil.example is not allowed. Allowed hosts: localhost, bench.example.com. Set AllowedHosts to ");
    }

    [Fact]
    public async Task Refused_hosts_write_one_line_a_minute()
    {
        var clock = new Schedules.ManualClock(DateTimeOffset.UtcNow);
        await using var host = WebHost.Start(clock);

        for (var request = 0; request < 5; request++)
        {
            (await SendAsync(host, "/", $"evil-{request}.example")).Dispose();
        }

        Lines(host).ShouldHaveSingleItem().ShouldContain("A request for the host evil-0.example was refused, and 0 others since the last such line");
        clock.MoveTo(clock.GetUtcNow().AddMinutes(2));
        (await SendAsync(host, "/", "evil-5.example")).Dispose();
        Lines(host).Length.ShouldBe(2);
        Lines(host)[1].ShouldContain("evil-5.example was refused, and 4 others");
    }

    private static string[] Lines(WebHost host) =>
        [.. host.Log.Split('\n').Where(line => line.Contains("A request for the host", StringComparison.Ordinal))];

    private static async Task<HttpResponseMessage> SendAsync(WebHost host, string path, string name)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { Host = name } };
        return await host.Client.SendAsync(request, Ct);
    }
}
