using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using AngleSharp.Dom;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Tests.Alerts;

namespace RedisPerf.Web.Tests.Hosting;

/// <summary>RedisPerf below a path of a reverse proxy.</summary>
public sealed partial class BasePathTests
{
    private const string Base = "/redisperf";

    /// <summary>With the setting, the proxy passes the path on as it is or without its own part. The header comes with the latter.</summary>
    [Theory]
    [InlineData("setting", Base)]
    [InlineData("setting", "")]
    [InlineData("header", Base)]
    [InlineData("header", "")]
    public async Task Every_address_of_every_page_is_below_it_and_answers(string source, string passed)
    {
        await using var host = source == "setting"
            ? WebHost.Start(("RedisPerf:PathBase", $"{Base}/"))
            : WebHost.Start(("RedisPerf:TrustedProxies:0", "127.0.0.1"), ("RedisPerf:TrustedProxies:1", "::1"));
        await FillAsync(host);
        var (seen, open) = (new HashSet<string>(), new Queue<string>([$"{Base}/"]));
        while (open.TryDequeue(out var address))
        {
            if (!seen.Add(address) || address.Contains("/report.", StringComparison.Ordinal))
            {
                continue;
            }

            using var request = new HttpRequestMessage(HttpMethod.Get, passed + address[Base.Length..]);
            if (source == "header")
            {
                request.Headers.Add("X-Forwarded-Prefix", Base);
            }

            using var answer = await host.Client.SendAsync(request, Ct);
            answer.StatusCode.ShouldBe(HttpStatusCode.OK, address);
            if (answer.Content.Headers.ContentType?.MediaType != "text/html")
            {
                continue;
            }

            var page = await WebHost.ParseAsync(answer);
            foreach (var (element, name, link) in page.All.SelectMany(Addresses))
            {
                link.ShouldStartWith($"{Base}/", customMessage: $"{element.OuterHtml} on {address}");
                if (name is "href" or "src")
                {
                    open.Enqueue(link.Split('#')[0]);
                }
            }
        }

        seen.Count.ShouldBeGreaterThan(40);
        seen.ShouldContain(address => address.StartsWith($"{Base}/docs/", StringComparison.Ordinal));
        seen.ShouldContain(address => address.StartsWith($"{Base}/js/site.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Redirects_locations_cookies_the_description_and_errors_have_it()
    {
        await using var host = WebHost.Start(("RedisPerf:PathBase", Base), ("RedisPerf:AccessToken", "0123456789abcdef-secret"));
        using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { BaseAddress = host.Address };
        using var signIn = await client.GetAsync($"{Base}/jobs?state=failed", Ct);
        signIn.Headers.Location!.ToString().ShouldBe($"{Base}/sign-in?returnUrl=%2Fjobs%3Fstate%3Dfailed");

        using var answer = await client.GetAsync(signIn.Headers.Location, Ct);
        var form = (await WebHost.ParseAsync(answer)).QuerySelector("form")!;
        using var signedIn = await client.PostAsync(signIn.Headers.Location, new FormUrlEncodedContent(
            [.. form.QuerySelectorAll("input[type=hidden]")
                .Select(field => KeyValuePair.Create(field.GetAttribute("name")!, field.GetAttribute("value")!)),
                new("token", "0123456789abcdef-secret")]), Ct);
        signedIn.Headers.Location!.ToString().ShouldBe($"{Base}/jobs?state=failed");
        signedIn.Headers.GetValues("Set-Cookie").ShouldHaveSingleItem().ShouldContain($"path={Base};");

        using var created = await client.PostAsync($"{Base}/api/jobs", new StringContent(SmallJob.ShortJson, Encoding.UTF8, "application/json"), Ct);
        created.StatusCode.ShouldBe(HttpStatusCode.Created);
        created.Headers.Location!.ToString().ShouldStartWith($"{Base}/api/jobs/");
        (await client.GetAsync(created.Headers.Location, Ct)).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await client.GetStringAsync($"{Base}/openapi/v1.json", Ct)).ShouldContain($"\"url\": \"{host.Address}{Base[1..]}");
        WebUtility.HtmlDecode(await client.GetStringAsync($"{Base}/", Ct)).ShouldContain($"curl -s {host.Address}redisperf/api/jobs ");

        using var missing = await client.GetAsync($"{Base}/api/nothing", Ct);
        (await missing.Content.ReadAsStringAsync(Ct)).ShouldContain($"There is no GET {Base}/api/nothing; {Base}/openapi/v1.json lists");
        using var hangfire = await client.GetAsync($"{Base}/hangfire", Ct);
        var dashboard = await hangfire.Content.ReadAsStringAsync(Ct);
        dashboard.ShouldContain($"href=\"{Base}/jobs\"");
        dashboard.ShouldContain($"{Base}/hangfire/");
        hangfire.Headers.GetValues("Content-Security-Policy").ShouldHaveSingleItem().ShouldContain("style-src 'self' 'unsafe-inline'");
    }

    [Fact]
    public async Task Only_a_trusted_proxy_can_forward_it()
    {
        await using var host = WebHost.Start(("RedisPerf:TrustedProxies:0", "10.9.9.9"));

        using var answer = await GetAsync(host, "/", "/elsewhere");

        (await WebHost.ParseAsync(answer)).QuerySelector("nav .brand")!.GetAttribute("href").ShouldBe("/");
    }

    [Theory]
    [InlineData("//evil.example")]
    [InlineData("/a b")]
    [InlineData("/a/../b")]
    [InlineData("/\"><script>")]
    public async Task An_invalid_forwarded_path_is_refused(string prefix)
    {
        await using var host = WebHost.Start(("RedisPerf:TrustedProxies:0", "127.0.0.1"), ("RedisPerf:TrustedProxies:1", "::1"));

        using var answer = await GetAsync(host, "/jobs", prefix);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.Content.ReadAsStringAsync(Ct)).ShouldContain("X-Forwarded-Prefix must be a path");
    }

    [Theory]
    [InlineData("/redisperf", "/redisperf")]
    [InlineData("/a.b/c-d_e~f/", "/a.b/c-d_e~f")]
    [InlineData("/", "")]
    [InlineData("", "")]
    [InlineData(null, "")]
    public void A_path_is_read_without_its_last_slash(string? text, string path) => (BasePath.Parse(text)?.Value ?? "").ShouldBe(path);

    [Theory]
    [InlineData("redisperf")]
    [InlineData("//redisperf")]
    [InlineData("/a//b")]
    [InlineData("/..")]
    [InlineData("/a/.")]
    [InlineData("/a?b")]
    [InlineData("https://tools.example/redisperf")]
    [InlineData("/a%2fb")]
    public void Another_text_is_no_path(string text) => BasePath.Parse(text).ShouldBeNull();

    /// <summary>The scripts find the path in their own address.</summary>
    [Fact]
    public void No_script_has_an_address_without_it()
    {
        var scripts = Directory.GetFiles(Path.Combine(Repository.Root, "src", "RedisPerf.Web", "wwwroot", "js"), "*.js");
        scripts.Length.ShouldBeGreaterThan(20);

        var wrong =
            from script in scripts
            from line in File.ReadLines(script)
                // The server adds the path to the address to which it returns.
            where RootAddress().IsMatch(line) && !line.Contains("'returnTo'", StringComparison.Ordinal)
            select $"{Path.GetFileName(script)}: {line}";

        wrong.ShouldBeEmpty();
    }

    [GeneratedRegex("['\"`]/[a-z?]")]
    private static partial Regex RootAddress();

    private static IEnumerable<(IElement Element, string Name, string Address)> Addresses(IElement element) =>
        from name in (string[])["href", "src", "action", "formaction"]
        let address = element.GetAttribute(name)
        where address?.StartsWith('/') == true
        select (element, name, address);

    private static async Task FillAsync(WebHost host)
    {
        var id = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        await host.EndedAsync(id);
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        await runs.AlertAsync("batch");
    }

    private static async Task<HttpResponseMessage> GetAsync(WebHost host, string path, string prefix)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.TryAddWithoutValidation("X-Forwarded-Prefix", prefix).ShouldBeTrue();
        return await host.Client.SendAsync(request, Ct);
    }
}
