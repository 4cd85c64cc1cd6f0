using System.ComponentModel;
using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json.Nodes;
using AngleSharp.Html.Parser;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>The examples of docs/reliability.md with the real proxies: only addresses and files are replaced.</summary>
public sealed class ProxyTests : IAsyncLifetime
{
    private const string Token = "0123456789abcdef-secret";
    private const string BasePath = "/redisperf";

    private readonly WebHost _host = WebHost.Start(("RedisPerf:AccessToken", Token), ("RedisPerf:TrustedProxies:0", "127.0.0.1"));
    private readonly DataFolder _folder = new();
    private Process? _proxy;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (_proxy is not null)
        {
            _proxy.Kill(entireProcessTree: true);
            await _proxy.WaitForExitAsync(CancellationToken.None);
            _proxy.Dispose();
        }

        await _host.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public async Task Pages_forms_the_api_and_events_work_behind_nginx()
    {
        var port = FreePort();
        WriteCertificate();
        var server = Example("nginx")
            .Replace("listen 443 ssl", $"listen 127.0.0.1:{port} ssl", StringComparison.Ordinal)
            .Replace("/etc/ssl/", $"{_folder.Path}/", StringComparison.Ordinal)
            .Replace("http://127.0.0.1:5080", _host.Address.ToString().TrimEnd('/'), StringComparison.Ordinal);
        await StartNginxAsync(port, server);

        await EverythingShouldWorkAsync(port);
    }

    [Fact]
    public async Task They_work_below_a_path_behind_nginx_which_forwards_it()
    {
        var port = FreePort();
        WriteCertificate();
        var server = Example("nginx").Replace("listen 443 ssl", $"listen 127.0.0.1:{port} ssl", StringComparison.Ordinal)
            .Replace("/etc/ssl/", $"{_folder.Path}/", StringComparison.Ordinal);
        var location = Example("nginx", 1).Replace("http://127.0.0.1:5080", _host.Address.ToString().TrimEnd('/'), StringComparison.Ordinal);
        await StartNginxAsync(port, $"{server[..server.IndexOf("    location /", StringComparison.Ordinal)]}{location}}}");

        await EverythingShouldWorkAsync(port, BasePath);
    }

    [Fact]
    public async Task They_work_below_a_path_behind_Caddy_with_the_setting()
    {
        await using var host =
            WebHost.Start(("RedisPerf:AccessToken", Token), ("RedisPerf:TrustedProxies:0", "127.0.0.1"), ("RedisPerf:PathBase", BasePath));
        var port = FreePort();
        await StartCaddyAsync(port, Example("caddy", 1).Replace("127.0.0.1:5080", host.Address.Authority, StringComparison.Ordinal));

        await EverythingShouldWorkAsync(port, BasePath);
    }

    /// <summary>A client cannot choose the path of the links.</summary>
    [Fact]
    public async Task The_header_of_a_client_has_no_effect_behind_nginx()
    {
        var port = FreePort();
        WriteCertificate();
        var server = Example("nginx").Replace("listen 443 ssl", $"listen 127.0.0.1:{port} ssl", StringComparison.Ordinal)
            .Replace("/etc/ssl/", $"{_folder.Path}/", StringComparison.Ordinal)
            .Replace("http://127.0.0.1:5080", _host.Address.ToString().TrimEnd('/'), StringComparison.Ordinal);
        await StartNginxAsync(port, server);
        using var client = Client(port);
        client.DefaultRequestHeaders.Add("X-Forwarded-Prefix", "/elsewhere");

        using var answer = await client.GetAsync("/jobs", Ct);

        answer.Headers.Location!.ToString().ShouldStartWith("/sign-in?");
    }

    [Fact]
    public async Task A_form_of_one_node_can_be_sent_to_another_one_behind_nginx()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        await using var database = await PostgreSqlServer.StartAsync(Ct);
        await database.CreateDatabaseAsync("ledger", null, Ct);
        using var folder = new DataFolder();
        await using var first = WebHost.StartOn(folder, ("RedisPerf:Ledger", database.ConnectionString("ledger")), ("RedisPerf:Node", "first"));
        using var otherFolder = new DataFolder();
        await using var second =
            WebHost.StartOn(otherFolder, ("RedisPerf:Ledger", database.ConnectionString("ledger")), ("RedisPerf:Node", "second"));
        var port = FreePort();
        var nodes = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "nodes.conf"))
            .Replace("listen 5080", $"listen 127.0.0.1:{port}", StringComparison.Ordinal)
            .Replace("node-1:5080", first.Address.Authority, StringComparison.Ordinal)
            .Replace("node-2:5080", second.Address.Authority, StringComparison.Ordinal)
            .Replace("server node-3:5080 max_fails=1 fail_timeout=10s;", "", StringComparison.Ordinal);
        await StartNginxAsync(port, nodes);
        using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { BaseAddress = new($"http://localhost:{port}") };
        using var added = await client.PostAsync("/api/jobs", new StringContent(SmallJob.ShortJson, Encoding.UTF8, "application/json"), Ct);
        var job = (await added.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("id")!;
        await first.EndedAsync(job);

        // nginx sends each request to the next node.
        for (var turn = 0; turn < 4; turn++)
        {
            var page = await new HtmlParser().ParseDocumentAsync(await client.GetStringAsync($"/jobs/{job}", Ct), Ct);
            var token = page.QuerySelector("form input[name=__RequestVerificationToken]").ShouldNotBeNull().GetAttribute("value")!;
            using var answer = await client.PostAsync(
                $"/jobs/{job}?handler=Note", new FormUrlEncodedContent([new("note", $"turn {turn}"), new("__RequestVerificationToken", token)]), Ct);
            answer.StatusCode.ShouldBe(HttpStatusCode.Redirect, await answer.Content.ReadAsStringAsync(Ct));
            (await second.GetAsync($"/api/jobs/{job}")).Text("note").ShouldBe($"turn {turn}");
        }
    }

    [Fact]
    public async Task Pages_forms_the_api_and_events_work_behind_Caddy()
    {
        var port = FreePort();
        await StartCaddyAsync(port, Example("caddy").Replace("127.0.0.1:5080", _host.Address.Authority, StringComparison.Ordinal));

        await EverythingShouldWorkAsync(port);
    }

    private async Task StartCaddyAsync(int port, string site)
    {
        var file = Write("Caddyfile", "{\n admin off\n auto_https disable_redirects\n skip_install_trust\n "
            + $"default_bind 127.0.0.1\n storage file_system {_folder.Path}/caddy\n}}\n"
            + site.Replace("bench.example.com", $"https://localhost:{port}", StringComparison.Ordinal));
        await StartAsync(port, "caddy", "run", "--adapter", "caddyfile", "--config", file);
        await UntilCertifiedAsync(port);
    }

    // Caddy listens before it has created its certificate.
    private static async Task UntilCertifiedAsync(int port)
    {
        using var handler = new HttpClientHandler
        { ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator };
        using var client = new HttpClient(handler);
        while (true)
        {
            try
            {
                using var answer = await client.GetAsync($"https://localhost:{port}/sign-in", Ct);
                return;
            }
            catch (HttpRequestException exception) when (exception.HttpRequestError == HttpRequestError.SecureConnectionError)
            {
                await Task.Delay(50, Ct);
            }
        }
    }

    private static async Task EverythingShouldWorkAsync(int port, string path = "")
    {
        using var client = Client(port);

        // A browser sends the origin that it shows.
        using var created = await PostJobAsync(client, $"https://localhost:{port}", path);
        created.StatusCode.ShouldBe(HttpStatusCode.Created, await created.Content.ReadAsStringAsync(Ct));
        created.Headers.Location!.ToString().ShouldStartWith($"{path}/api/jobs/");
        using var foreign = await PostJobAsync(client, "https://evil.example", path);
        foreign.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
        using var otherScheme = await PostJobAsync(client, $"http://localhost:{port}", path);
        otherScheme.StatusCode.ShouldBe(HttpStatusCode.Forbidden);

        using var refused = await client.GetAsync($"{path}/jobs", Ct);
        refused.Headers.Location!.ToString().ShouldBe($"{path}/sign-in?returnUrl=%2Fjobs");
        var page = await new HtmlParser().ParseDocumentAsync(await client.GetStringAsync(refused.Headers.Location, Ct), Ct);
        var antiforgery = page.QuerySelector("input[name=__RequestVerificationToken]").ShouldNotBeNull().GetAttribute("value")!;
        using var signedIn = await client.PostAsync($"{path}/sign-in",
            new FormUrlEncodedContent([new("token", Token), new("returnUrl", "/jobs"), new("__RequestVerificationToken", antiforgery)]), Ct);
        signedIn.StatusCode.ShouldBe(HttpStatusCode.Redirect);
        signedIn.Headers.Location!.ToString().ShouldBe($"{path}/jobs");
        signedIn.Headers.GetValues("Set-Cookie").ShouldHaveSingleItem().ShouldContain("secure");
        var jobs = await new HtmlParser().ParseDocumentAsync(await client.GetStringAsync(signedIn.Headers.Location, Ct), Ct);
        foreach (var address in jobs.QuerySelectorAll("script[src]").Select(script => script.GetAttribute("src")!)
            .Append(jobs.QuerySelector("link[rel=stylesheet]")!.GetAttribute("href")!).Append($"{path}/js/live-worker.js"))
        {
            using var asset = await client.GetAsync(address, Ct);
            asset.StatusCode.ShouldBe(HttpStatusCode.OK, address);
        }

        WebUtility.HtmlDecode(await client.GetStringAsync($"{path}/", Ct)).ShouldContain($"curl -s https://localhost:{port}{path}/api/jobs ");

        // Without its last slash, the path leads to the same page.
        if (path.Length > 0)
        {
            using var bare = await client.GetAsync(path, Ct);
            bare.Headers.Location!.ToString().ShouldEndWith($"{path}/");
        }

        // An event arrives while the stream is open.
        using var events = await client.GetAsync($"{path}/jobs/events", HttpCompletionOption.ResponseHeadersRead, Ct);
        using var reader = new StreamReader(await events.Content.ReadAsStreamAsync(Ct));
        (await reader.ReadLineAsync(Ct).AsTask().WaitAsync(TimeSpan.FromSeconds(10), Ct)).ShouldBe("event: lists");
    }

    private static HttpClient Client(int port) => new(new HttpClientHandler
    {
        AllowAutoRedirect = false,
        ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator,
    })
    { BaseAddress = new Uri($"https://localhost:{port}") };

    private static async Task<HttpResponseMessage> PostJobAsync(HttpClient client, string origin, string path)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, $"{path}/api/jobs")
        {
            Content = new StringContent(SmallJob.ShortJson, Encoding.UTF8, "application/json"),
            Headers = { { "Origin", origin }, { "Authorization", new AuthenticationHeaderValue("Bearer", Token).ToString() } },
        };
        return await client.SendAsync(request, Ct);
    }

    private async Task StartNginxAsync(int port, string servers)
    {
        var folders = string.Concat(
            ((string[])["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]).Select(name => $"{name}_temp_path {_folder.Path}/{name}; "));
        var file = Write("nginx.conf", $"daemon off; master_process off; pid {_folder.Path}/nginx.pid; "
            + $"error_log stderr; events {{ }} http {{ access_log off; {folders}\n{servers} }}");
        await StartAsync(port, "nginx", "-c", file, "-e", "stderr");
    }

    private static string Example(string language, int index = 0)
    {
        var page = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "reliability.md"));
        return page.Split($"```{language}\n")[index + 1].Split("```")[0];
    }

    private async Task StartAsync(int port, string program, params string[] arguments)
    {
        try
        {
            _proxy = Process.Start(new ProcessStartInfo(program, arguments)
            { RedirectStandardOutput = true, RedirectStandardError = true, Environment = { ["HOME"] = _folder.Path } })!;
        }
        catch (Win32Exception)
        {
            Assert.Skip($"{program} is not installed here.");
        }

        var errors = _proxy.StandardError.ReadToEndAsync(Ct);
        _proxy.OutputDataReceived += (_, _) => { };
        _proxy.BeginOutputReadLine();
        while (true)
        {
            using var socket = new TcpClient();
            try
            {
                await socket.ConnectAsync(IPAddress.Loopback, port, Ct);
                // A socket whose own port is the free one connects to itself.
                if (!Equals(socket.Client.LocalEndPoint, socket.Client.RemoteEndPoint))
                {
                    return;
                }
            }
            catch (SocketException)
            {
                _proxy.HasExited.ShouldBeFalse(_proxy.HasExited ? await errors : "");
                await Task.Delay(50, Ct);
            }
        }
    }

    private void WriteCertificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        Write("bench.pem", certificate.ExportCertificatePem());
        Write("bench.key", key.ExportPkcs8PrivateKeyPem());
    }

    private string Write(string name, string text)
    {
        var file = Path.Combine(_folder.Path, name);
        File.WriteAllText(file, text);
        return file;
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
