using System.Net;

namespace RedisPerf.Web.Tests.Api;

public sealed class DescriptionTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task A_benchmark_is_described_with_its_strategies_options_and_defaults()
    {
        var insert = (await _host.Client.GetArrayAsync("/api/benchmarks")).Single(benchmark => benchmark!.Text("name") == "insert")!;

        insert.Names().ShouldBe(["name", "title", "question", "strategies", "options", "fields", "defaults"]);
        insert["strategies"]![0]!.Names().ShouldBe(["name", "title", "summary", "asPublished", "isDefault", "useIt"]);
        insert["options"]![0]!.Names().ShouldBe(["name", "label", "type", "default", "minimum", "maximum", "unit", "choices"]);
        insert["defaults"]!.ToJsonString().ShouldBe("""{"runs":5,"warmups":1}""");
        var options = insert["options"]!.AsArray().Select(option => option!.Text("name")).ToArray();
        new[] { "items", "keys", "payloadBytes", "batchSize", "seed" }.ShouldBeSubsetOf(options);
        var useIt = insert["strategies"]!.AsArray().Single(strategy => strategy!.Text("name") == "hset")!["useIt"]!;
        useIt.Names().ShouldBe(["code", "givenUp"]);
        useIt.Text("code")!.ShouldContain("documents.Chunk(100)");
        var asPublished = insert["strategies"]!.AsArray().Single(strategy => strategy!.Text("name") == "lua-as-published")!;
        ((bool)asPublished["asPublished"]!).ShouldBeTrue();
        asPublished["useIt"].ShouldBeNull();
    }

    [Fact]
    public async Task Targets_are_described_with_their_state_and_exactly_one_is_the_default()
    {
        var targets = await _host.Client.GetArrayAsync("/api/targets");

        var embedded = targets.Single(target => target!.Text("name") == "embedded")!;
        embedded.Names().ShouldBe(["name", "engine", "version", "source", "address", "status", "reason", "cause", "isDefault"]);
        embedded.Text("engine").ShouldBe("Garnet");
        embedded.Text("source").ShouldBe("embedded");
        embedded.Text("status").ShouldBe("startable");
        embedded["reason"].ShouldBeNull();
        targets.Count(target => (bool)target!["isDefault"]!).ShouldBe(1);
    }

    [Theory]
    [InlineData("/health/live", "live")]
    [InlineData("/health/ready", "ready")]
    public async Task Health_is_200_while_all_is_well(string path, string status) => (await _host.GetAsync(path)).Text("status").ShouldBe(status);

    [Fact]
    public async Task The_description_of_the_api_names_every_route_and_its_answers()
    {
        var paths = (await _host.GetAsync("/openapi/v1.json"))["paths"]!;

        var routes = paths.AsObject().SelectMany(path => path.Value!.Names().Select(method => $"{method} {path.Key}"));
        routes.ShouldBe(
            [
                "get /api/benchmarks", "get /api/clients", "get /api/targets", "post /api/targets", "put /api/targets/{name}",
                "delete /api/targets/{name}",
                "get /api/jobs", "post /api/jobs", "get /api/jobs/{id}", "delete /api/jobs/{id}", "post /api/jobs/{id}/cancel",
                "post /api/jobs/{id}/resume", "post /api/jobs/{id}/rounds",
                "get /api/jobs/{id}/profile", "post /api/jobs/{id}/profile",
                "get /api/jobs/{id}/report.json", "get /api/jobs/{id}/report.csv", "get /api/jobs/{id}/report.md", "get /api/jobs/{id}/report.html",
                "get /api/jobs/{id}/report.bmf.json", "get /api/jobs/{id}/report.github-action-benchmark.json",
                "get /api/jobs/{id}/report.parquet", "get /api/jobs/{id}/report.slices.parquet", "get /api/jobs/{id}/badge.svg",
                "get /api/schedules", "post /api/schedules", "get /api/schedules/{id}", "put /api/schedules/{id}",
                "get /api/schedules/{id}/change-points", "delete /api/schedules/{id}",
                "post /api/schedules/{id}/run", "post /api/schedules/{id}/pause", "post /api/schedules/{id}/resume",
                "post /api/payloads", "post /api/payloads/sample", "get /api/payloads", "get /api/payloads/{hash}", "delete /api/payloads/{hash}",
                "get /api/nodes", "delete /api/nodes/{name}",
                "get /api/alerts", "get /api/alerts/webhook", "post /api/alerts/webhook/test",
                "post /api/alerts/{id}/acknowledge", "post /api/alerts/{id}/silence", "post /api/alerts/{id}/new-baseline",
                "get /api/jobs/{id}/events", "get /api/compare", "get /api/compare.md", "get /api/compare.html",
                "get /health/live", "get /health/ready", "get /metrics",
            ],
            ignoreOrder: true);
        paths["/api/jobs"]!["post"]!["responses"]!.Names().ShouldBe(["201", "400", "403", "413", "415", "429"], ignoreOrder: true);
        paths["/api/jobs/{id}/events"]!["get"]!["responses"]!["200"]!["content"]!.Names().ShouldBe(["text/event-stream"]);
    }

    [Theory]
    [InlineData("GET", "/api/nothing", HttpStatusCode.NotFound, "")]
    [InlineData("GET", "/api", HttpStatusCode.NotFound, "")]
    [InlineData("GET", "/api/jobs/1/2/3", HttpStatusCode.NotFound, "")]
    [InlineData("PUT", "/api/jobs", HttpStatusCode.MethodNotAllowed, "GET, HEAD, POST")]
    [InlineData("OPTIONS", "/api/benchmarks", HttpStatusCode.MethodNotAllowed, "GET, HEAD")]
    [InlineData("PUT", "/health/live", HttpStatusCode.MethodNotAllowed, "GET, HEAD")]
    public async Task An_unknown_route_is_reported_as_a_problem(string method, string path, HttpStatusCode status, string allowed)
    {
        using var response = await _host.Client.SendAsync(new(new(method), path), Ct);

        response.StatusCode.ShouldBe(status);
        string.Join(", ", response.Content.Headers.Allow.Order()).ShouldBe(allowed);
        (await response.ProblemAsync()).Text("detail").ShouldBe($"There is no {method} {path}; /openapi/v1.json lists all endpoints.");
    }

    [Theory]
    [InlineData("/api/benchmarks", HttpStatusCode.OK, "application/json")]
    [InlineData("/api/jobs", HttpStatusCode.OK, "application/json")]
    [InlineData("/api/jobs/0", HttpStatusCode.NotFound, "application/problem+json")]
    [InlineData("/api/payloads", HttpStatusCode.OK, "application/json")]
    [InlineData("/api/jobs/0/events", HttpStatusCode.MethodNotAllowed, "application/problem+json")]
    [InlineData("/health/ready", HttpStatusCode.OK, "application/json")]
    [InlineData("/metrics", HttpStatusCode.OK, "text/plain")]
    public async Task A_HEAD_has_the_headers_of_a_GET_and_no_body(string path, HttpStatusCode status, string type)
    {
        using var response = await _host.Client.SendAsync(new(HttpMethod.Head, path), Ct);

        response.StatusCode.ShouldBe(status);
        response.Content.Headers.ContentType!.MediaType.ShouldBe(type);
        (await response.Content.ReadAsByteArrayAsync(Ct)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("GET", "/nothing", HttpStatusCode.NotFound)]
    [InlineData("HEAD", "/nothing", HttpStatusCode.NotFound)]
    [InlineData("POST", "/nothing", HttpStatusCode.NotFound)]
    [InlineData("PUT", "/nothing", HttpStatusCode.NotFound)]
    [InlineData("DELETE", "/nothing/at/all", HttpStatusCode.NotFound)]
    [InlineData("PUT", "/jobs", HttpStatusCode.MethodNotAllowed)]
    public async Task An_unknown_page_is_reported_with_every_method(string method, string path, HttpStatusCode status)
    {
        using var response = await _host.Client.SendAsync(new(new(method), path), Ct);

        response.StatusCode.ShouldBe(status);
        (await response.Content.ReadAsStringAsync(Ct)).Contains($"{(int)status} · trace id", StringComparison.Ordinal).ShouldBe(method != "HEAD");
    }
}
