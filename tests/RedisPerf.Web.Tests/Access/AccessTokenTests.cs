using System.Net;

namespace RedisPerf.Web.Tests.Access;

/// <summary>Blanks and line breaks around the access token, on both sides.</summary>
public sealed class AccessTokenTests
{
    private const string Token = "0123456789abcdef secret";

    [Theory]
    [InlineData(Token + "\n", Token)]
    [InlineData("\t" + Token + " \r\n", Token)]
    [InlineData(Token, Token + " ")]
    [InlineData(Token, " " + Token + "\n")]
    public async Task They_are_ignored(string configured, string sent)
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", configured));

        using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { BaseAddress = host.Address };

        using var bearer = await GetAsync(host, sent);
        using var page = await client.GetAsync("/sign-in", Ct);
        var form = await WebHost.ParseAsync(page);
        using var signedIn = await client.PostAsync("/sign-in", new FormUrlEncodedContent([new("token", sent),
            new("__RequestVerificationToken", form.QuerySelector("input[name=__RequestVerificationToken]")!.GetAttribute("value")!)]), Ct);
        using var jobs = await client.GetAsync("/jobs", Ct);

        bearer.StatusCode.ShouldBe(HttpStatusCode.OK);
        signedIn.StatusCode.ShouldBe(HttpStatusCode.Redirect);
        jobs.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task The_token_can_be_in_a_file()
    {
        using var folder = new DataFolder();
        var file = Path.Combine(folder.Path, "token");
        await File.WriteAllTextAsync(file, $"{Token}\n", Ct);
        await using var host = WebHost.Start(("RedisPerf:AccessTokenFile", file));

        using var right = await GetAsync(host, Token);
        using var wrong = await GetAsync(host, file);

        right.StatusCode.ShouldBe(HttpStatusCode.OK);
        wrong.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task Other_settings_are_trimmed_too()
    {
        await using var host = WebHost.Start(("RedisPerf:Node", " bench-1\n"), ("RedisPerf:Ledger", "sqlite\n"), ("RedisPerf:QueueLimit", "5 "),
            ("RedisPerf:Webhook", "http://127.0.0.1:1/hook\n"), ("RedisPerf:Targets:0:Name", " mine "),
            ("RedisPerf:Targets:0:Connection", "127.0.0.1:1\n"),
            ("RedisPerf:TrustedProxies:0", "127.0.0.1\n"));

        var targets = await host.Client.GetStringAsync("/api/targets", Ct);

        targets.ShouldContain("\"name\":\"mine\"");
        (await host.Client.GetStringAsync("/api/nodes", Ct)).ShouldContain("\"name\":\"bench-1\"");
    }

    private static async Task<HttpResponseMessage> GetAsync(WebHost host, string token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/jobs");
        request.Headers.TryAddWithoutValidation("Authorization", $"Bearer {token.Trim('\n')}").ShouldBeTrue();
        return await host.Client.SendAsync(request, Ct);
    }
}
