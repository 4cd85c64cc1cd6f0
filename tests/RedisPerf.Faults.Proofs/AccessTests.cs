using System.Net;
using System.Net.Http.Headers;
using AngleSharp.Html.Parser;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Requests from other machines: refused at the start, allowed with a token, or trusted.</summary>
public sealed class AccessTests : IDisposable
{
    private const string Token = "0123456789abcdef-secret";

    private readonly DataFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("ASPNETCORE_URLS", "http://0.0.0.0:0", "http://0.0.0.0:0")]
    [InlineData("ASPNETCORE_URLS", "http://127.0.0.1:0;http://+:0", "http://+:0")]
    [InlineData("ASPNETCORE_URLS", "http://[::]:0", "http://[::]:0")]
    [InlineData("ASPNETCORE_URLS", "http://192.0.2.1:5080", "http://192.0.2.1:5080")]
    [InlineData("ASPNETCORE_HTTP_PORTS", "5080", "http://*:5080")]
    [InlineData("Kestrel__Endpoints__Http__Url", "http://*:5080", "http://*:5080")]
    public async Task An_address_that_other_machines_reach_requires_a_decision(string setting, string value, string address)
    {
        await using var program = ProgramProcess.Start([], ("RedisPerf__Data", _folder.Path), (setting, value));

        var (exitCode, output, errors) = await program.EndAsync();

        exitCode.ShouldBe(1);
        output.ShouldBeEmpty();
        errors.Trim().ShouldBe($"Other machines can reach {address}, and RedisPerf has no accounts. Set RedisPerf__AccessToken to a secret "
            + "that requests must have, or RedisPerf__TrustNetwork=true when only trusted users reach this address.");
    }

    [Fact]
    public async Task A_short_token_is_one_line()
    {
        await using var program = ProgramProcess.Start([], ("RedisPerf__Data", _folder.Path), ("RedisPerf__AccessToken", "short"));

        var (exitCode, _, errors) = await program.EndAsync();

        exitCode.ShouldBe(1);
        errors.Trim().ShouldBe("RedisPerf__AccessToken must have at least 16 characters, for example the output of: openssl rand -hex 32");
    }

    [Fact]
    public async Task Trust_in_the_network_is_stated_at_the_start_and_on_every_page()
    {
        await using var program =
            ProgramProcess.Start([], ("RedisPerf__Data", _folder.Path), ("ASPNETCORE_URLS", "http://0.0.0.0:0"), ("RedisPerf__TrustNetwork", "true"));
        using var client = new HttpClient
        { BaseAddress = new((await program.AddressAsync()).Replace("0.0.0.0", "127.0.0.1", StringComparison.Ordinal)) };

        foreach (var path in (string[])["/", "/jobs", "/targets"])
        {
            (await client.GetStringAsync(path, Ct)).ShouldContain("Everyone who reaches this address can use RedisPerf");
        }

        await Signals.SendAsync("TERM", program.Id);
        (await program.EndAsync()).Errors.ShouldContain(
            "RedisPerf trusts every machine that can reach http://0.0.0.0:0 (RedisPerf__TrustNetwork=true): requests need no access token.");
    }

    [Fact]
    public async Task With_a_token_configured_every_request_needs_it()
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", Token));

        foreach (var path in (string[])["/api/jobs", "/api/benchmarks", "/api/nothing", "/openapi/v1.json"])
        {
            using var refused = await host.Client.GetAsync(path, Ct);
            refused.StatusCode.ShouldBe(HttpStatusCode.Unauthorized, path);
            refused.Headers.WwwAuthenticate.ToString().ShouldBe("Bearer");
            (await refused.ProblemAsync()).Text("detail").ShouldBe("The request needs the access token: Authorization: Bearer <token>.");
        }

        using var client = ClientOf(host);
        foreach (var path in (string[])["/", "/jobs", "/hangfire", "/nothing"])
        {
            using var redirected = await client.GetAsync(path, Ct);
            redirected.StatusCode.ShouldBe(HttpStatusCode.Redirect, path);
            redirected.Headers.Location!.OriginalString.ShouldStartWith("/sign-in?returnUrl=");
        }

        using var posted = await host.PostAsync(SmallJob.ShortJson);
        posted.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        using var live = await host.Client.GetAsync("/health/live", Ct);
        live.StatusCode.ShouldBe(HttpStatusCode.OK);
        using var allowed = await SendAsync(host, Token);
        allowed.StatusCode.ShouldBe(HttpStatusCode.OK);
        host.Log.ShouldNotContain(Token);
    }

    [Fact]
    public async Task The_sign_in_page_sets_a_cookie_for_the_pages()
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", Token));

        using var client = ClientOf(host);
        using var wrong = await SignInAsync(client, "wrong", "/jobs");
        using var right = await SignInAsync(client, Token, "/jobs");
        using var page = await client.GetAsync("/jobs", Ct);
        using var elsewhere = await SignInAsync(client, Token, "https://evil.example/");

        wrong.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        (await wrong.Content.ReadAsStringAsync(Ct)).ShouldContain("The access token is wrong.");
        right.Headers.Location!.OriginalString.ShouldBe("/jobs");
        var cookie = right.Headers.GetValues("Set-Cookie").ShouldHaveSingleItem();
        cookie.ShouldContain("httponly");
        cookie.ShouldContain("samesite=lax");
        cookie.ShouldNotContain(Token);
        page.StatusCode.ShouldBe(HttpStatusCode.OK);
        elsewhere.Headers.Location!.OriginalString.ShouldBe("/");
    }

    [Fact]
    public async Task The_curl_command_of_the_form_names_the_header_and_not_the_token()
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", Token));
        using var client = ClientOf(host);
        using var signedIn = await SignInAsync(client, Token, "/");

        var page = await client.GetStringAsync("/", Ct);

        WebUtility.HtmlDecode(page).ShouldContain("-H 'Authorization: Bearer <token>'");
        page.ShouldNotContain(Token);
    }

    [Fact]
    public async Task Ten_wrong_tokens_a_minute_are_the_limit()
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", Token));
        for (var i = 0; i < 10; i++)
        {
            using var wrong = await SendAsync(host, $"wrong-{i}");
            wrong.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        }

        using var limited = await SendAsync(host, Token);

        limited.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        limited.Headers.RetryAfter.ShouldNotBeNull();
    }

    [Theory]
    [InlineData("127.0.0.1", HttpStatusCode.Created)]
    [InlineData("127.0.0.0/8", HttpStatusCode.Created)]
    [InlineData("192.0.2.7", HttpStatusCode.Forbidden)]
    public async Task Forwarded_headers_of_a_trusted_proxy_are_used(string proxy, HttpStatusCode status)
    {
        await using var host = WebHost.Start(("RedisPerf:TrustedProxies:0", proxy));
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/jobs")
        {
            Content = new StringContent(SmallJob.ShortJson, System.Text.Encoding.UTF8, "application/json"),
            Headers = { { "Origin", "https://localhost" }, { "X-Forwarded-Proto", "https" }, { "X-Forwarded-Host", "localhost" },
                { "X-Forwarded-For", "198.51.100.9" } },
        };

        using var response = await host.Client.SendAsync(request, Ct);

        response.StatusCode.ShouldBe(status);
    }

    private static async Task<HttpResponseMessage> SendAsync(WebHost host, string token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/jobs")
        { Headers = { Authorization = new AuthenticationHeaderValue("Bearer", token) } };
        return await host.Client.SendAsync(request, Ct);
    }

    // The client of the host follows redirects.
    private static HttpClient ClientOf(WebHost host) => new(new HttpClientHandler { AllowAutoRedirect = false }) { BaseAddress = host.Address };

    private static async Task<HttpResponseMessage> SignInAsync(HttpClient client, string token, string returnUrl)
    {
        var page = await new HtmlParser().ParseDocumentAsync(await client.GetStringAsync("/sign-in", Ct), Ct);
        var antiforgery = page.QuerySelector("input[name=__RequestVerificationToken]").ShouldNotBeNull().GetAttribute("value")!;
        return await client.PostAsync("/sign-in",
            new FormUrlEncodedContent([new("token", token), new("returnUrl", returnUrl), new("__RequestVerificationToken", antiforgery)]), Ct);
    }
}
