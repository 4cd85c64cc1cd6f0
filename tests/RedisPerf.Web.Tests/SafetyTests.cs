using System.Net;
using System.Text;

namespace RedisPerf.Web.Tests;

public sealed class SafetyTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Theory]
    [InlineData("/", HttpStatusCode.OK)]
    [InlineData("/nothing", HttpStatusCode.NotFound)]
    [InlineData("/api/benchmarks", HttpStatusCode.OK)]
    [InlineData("/api/nothing", HttpStatusCode.NotFound)]
    [InlineData("/css/site.css", HttpStatusCode.OK)]
    [InlineData("/openapi/v1.json", HttpStatusCode.OK)]
    public async Task Every_answer_has_the_security_headers_and_does_not_name_its_server(string path, HttpStatusCode status)
    {
        using var response = await _host.Client.GetAsync(path, Ct);

        response.StatusCode.ShouldBe(status);
        var policy = response.Headers.GetValues("Content-Security-Policy").ShouldHaveSingleItem();
        policy.ShouldContain("default-src 'self'");
        policy.ShouldContain("frame-ancestors 'none'");
        policy.ShouldNotContain("unsafe");
        response.Headers.GetValues("X-Content-Type-Options").ShouldBe(["nosniff"]);
        response.Headers.GetValues("X-Frame-Options").ShouldBe(["DENY"]);
        response.Headers.GetValues("Referrer-Policy").ShouldBe(["same-origin"]);
        response.Headers.Server.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("evil.example", HttpStatusCode.BadRequest)]
    [InlineData("localhost.evil.example", HttpStatusCode.BadRequest)]
    [InlineData("localhost", HttpStatusCode.OK)]
    [InlineData("[::1]", HttpStatusCode.OK)]
    public async Task Only_this_machines_own_names_are_answered(string name, HttpStatusCode status)
    {
        foreach (var path in new[] { "/", "/api/jobs" })
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { Host = name } };

            using var response = await _host.Client.SendAsync(request, Ct);

            response.StatusCode.ShouldBe(status);
        }
    }

    [Fact]
    public async Task A_form_without_its_antiforgery_token_is_refused_and_queues_nothing()
    {
        var fields = new Dictionary<string, string> { ["benchmark"] = "insert", ["strategies"] = "batch", ["options.items"] = "60" };

        using var bare = await _host.Client.PostAsync("/", new FormUrlEncodedContent(fields), Ct);
        using var page = await _host.Client.GetAsync("/", Ct);
        var document = await WebHost.ParseAsync(page);
        var token = document.QuerySelector("input[name=__RequestVerificationToken]").ShouldNotBeNull().GetAttribute("value")!;
        using var stranger = new HttpClient { BaseAddress = _host.Address };
        using var withoutCookie =
            await stranger.PostAsync("/", new FormUrlEncodedContent(fields.Append(new("__RequestVerificationToken", token))), Ct);

        bare.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await bare.Content.ReadAsStringAsync(Ct)).ShouldContain("This form is no longer valid.");
        withoutCookie.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await _host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ShouldBeEmpty();
    }

    [Fact]
    public async Task An_address_without_a_page_is_answered_with_an_error_page()
    {
        using var response = await _host.Client.GetAsync("/nothing", Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        (await response.Content.ReadAsStringAsync(Ct)).ShouldContain("Page not found.");
    }

    [Theory]
    [InlineData("the-right-one-31415", "completed")]
    [InlineData("the-wrong-one-27182", "failed")]
    public async Task A_password_is_in_no_answer_page_log_or_report(string password, string state)
    {
        await using var redis = await RedisServer.StartAsync("the-right-one-31415");
        await using var host = WebHost.Start(
            ("RedisPerf:Targets:0:Name", "mine"),
            ("RedisPerf:Targets:0:Connection", $"{redis.Address},password={password}"));
        using var answer = await host.PostAsync(SmallJob.ShortJson.On("mine"));
        var all = new StringBuilder(await answer.Content.ReadAsStringAsync(Ct));
        answer.StatusCode.ShouldBe(HttpStatusCode.Created, all.ToString());
        var id = Path.GetFileName(answer.Headers.Location!.ToString());
        await using var stream = await Live.EventStream.OpenAsync(host, id);
        foreach (var (_, data) in await stream.UntilAsync("end"))
        {
            all.Append(data.ToJsonString());
        }

        var job = await host.EndedAsync(id);
        foreach (var path in new[]
        {
            "/api/targets", "/api/benchmarks", "/api/jobs", $"/api/jobs/{id}", $"/api/jobs/{id}/report.json", $"/api/jobs/{id}/report.csv",
            $"/api/jobs/{id}/report.md", $"/api/jobs/{id}/report.html", "/openapi/v1.json", "/", "/jobs", $"/jobs/{id}", "/health/ready",
        })
        {
            using var response = await host.Client.GetAsync(path, Ct);
            response.StatusCode.ShouldBe(HttpStatusCode.OK, path);
            all.Append(response.Headers).Append(await response.Content.ReadAsStringAsync(Ct));
        }

        job.Text("state").ShouldBe(state);
        if (state == "failed")
        {
            job.Text("error").ShouldNotBeNull().ShouldContain("password");
        }

        all.ToString().ShouldNotContain(password);
        host.Log.ShouldNotContain(password);
    }
}
