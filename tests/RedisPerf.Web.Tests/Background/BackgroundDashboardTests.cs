using System.Net;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Web.Background;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Tests.Background;

/// <summary>The Hangfire dashboard: its access control and its content security policy.</summary>
public sealed class BackgroundDashboardTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Theory]
    [InlineData("127.0.0.1", "localhost:5080", "*", true)]
    [InlineData("::1", "[::1]:5080", "*", true)]
    [InlineData("::ffff:127.0.0.1", "127.0.0.1", "*", true)]
    [InlineData("127.0.0.1", "evil.example", "*", false)]
    [InlineData("127.0.0.1", "localhost.evil.example", "*", false)]
    [InlineData("127.0.0.1", "", "*", false)]
    [InlineData("127.0.0.1", "perf.example", "perf.example", true)]
    [InlineData("127.0.0.1", "evil.example", "perf.example", false)]
    [InlineData("10.0.0.7", "localhost", "*", false)]
    [InlineData("10.0.0.7", "perf.example", "perf.example", false)]
    [InlineData(null, "localhost", "*", false)]
    public async Task Only_a_request_of_this_machine_with_an_allowed_host_may_see_it(
        string? address, string host, string allowedHosts, bool isAllowed)
    {
        await using var services = new ServiceCollection().AddSingleton(AllowedHosts.Parse(allowedHosts)!).BuildServiceProvider();
        var context = new DefaultHttpContext { RequestServices = services };
        context.Connection.RemoteIpAddress = address is null ? null : IPAddress.Parse(address);
        context.Request.Host = new(host);

        BackgroundDashboard.IsAllowed(context).ShouldBe(isAllowed);
    }

    [Fact]
    public async Task A_foreign_host_is_refused_where_all_hosts_are_allowed_elsewhere()
    {
        await using var host = WebHost.Start(("AllowedHosts", "*"));
        using var request = new HttpRequestMessage(HttpMethod.Get, BackgroundDashboard.Path) { Headers = { Host = "evil.example" } };
        using var page = new HttpRequestMessage(HttpMethod.Get, "/jobs") { Headers = { Host = "evil.example" } };

        using var refused = await host.Client.SendAsync(request, Ct);
        using var jobs = await host.Client.SendAsync(page, Ct);

        refused.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        (await refused.Content.ReadAsStringAsync(Ct)).ShouldNotContain("Hangfire");
        jobs.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await jobs.Content.ReadAsStringAsync(Ct)).ShouldNotContain("Background jobs");
    }

    [Fact]
    public async Task It_names_the_benchmark_and_the_targets_of_a_job()
    {
        await _host.EndedAsync((await _host.QueueAsync(SmallJob.ShortJson)).Text("id")!);

        var page = await UntilContainsAsync("/hangfire/jobs/succeeded", $"insert on {SmallJob.Target}");

        page.ShouldContain("RedisPerf background jobs");
        (await _host.Client.GetStringAsync("/jobs", Ct)).ShouldContain("""<a href="/hangfire">Background jobs</a>""");
    }

    [Fact]
    public async Task It_is_read_only()
    {
        (await _host.Client.GetStringAsync("/hangfire/recurring", Ct)).ShouldNotContain("Trigger now");
        var before = _host.Recurring(Housekeeping.Retention).LastJobId;
        using var command = new FormUrlEncodedContent([new("jobs[]", Housekeeping.Retention)]);

        using var answer = await _host.Client.PostAsync("/hangfire/recurring/trigger", command, Ct);

        ((int)answer.StatusCode).ShouldBeInRange(400, 499);
        _host.Recurring(Housekeeping.Retention).LastJobId.ShouldBe(before);
    }

    [Fact]
    public async Task Its_content_security_policy_allows_inline_styles_and_no_inline_scripts()
    {
        using var dashboard = await _host.Client.GetAsync(BackgroundDashboard.Path, Ct);
        using var other = await _host.Client.GetAsync("/hangfires", Ct);

        var policy = dashboard.Headers.GetValues("Content-Security-Policy").ShouldHaveSingleItem();
        policy.ShouldContain("default-src 'self'");
        policy.ShouldContain("style-src 'self' 'unsafe-inline'");
        policy.ShouldNotContain("script-src");
        dashboard.Headers.GetValues("X-Frame-Options").ShouldBe(["DENY"]);
        other.Headers.GetValues("Content-Security-Policy").ShouldHaveSingleItem().ShouldNotContain("unsafe");
    }

    // A job is listed as succeeded a moment after its end in the ledger.
    private Task<string> UntilContainsAsync(string path, string text) =>
        Poll.UntilAsync(() => _host.Client.GetStringAsync(path, Ct), page => page.Contains(text, StringComparison.Ordinal));
}
