using System.Net;
using System.Text;

namespace RedisPerf.Web.Tests.Api;

public sealed class JobRequestTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    public static TheoryData<string, string, string> WrongRequests => new()
    {
        { """{}""", "benchmark", "benchmark is required. Valid benchmarks: " },
        { """{ "benchmark": "nosuch" }""", "benchmark", "Unknown benchmark \"nosuch\"" },
        { """{ "benchmark": 3 }""", "benchmark", "benchmark must be a string." },
        { """{ "benchmark": "insert", "strategies": ["batch", "nosuch"] }""", "strategies",
            "Unknown strategy \"nosuch\". Valid strategies of insert: multi-exec, batch" },
        { """{ "benchmark": "insert", "strategies": [] }""", "strategies", "Select at least one strategy." },
        { """{ "benchmark": "insert", "strategies": "batch" }""", "strategies", "strategies must be an array of strings." },
        { """{ "benchmark": "insert", "options": { "nosuch": 1 } }""", "options.nosuch", "nosuch" },
        { """{ "benchmark": "insert", "options": [] }""", "options", "options must be an object" },
        { """{ "benchmark": "insert", "options": { "items": 0 } }""", "options.items", "10,000,000" },
        { """{ "benchmark": "insert", "options": { "items": -1 } }""", "options.items", "10,000,000" },
        { """{ "benchmark": "insert", "options": { "items": "many" } }""", "options.items", "many" },
        { """{ "benchmark": "insert", "options": { "items": 1.5 } }""", "options.items", "1.5" },
        { """{ "benchmark": "insert", "options": { "items": 1e300 } }""", "options.items", "10,000,000" },
        { """{ "benchmark": "insert", "options": { "items": 99999999999999999999999999 } }""", "options.items", "10,000,000" },
        { """{ "benchmark": "insert", "options": { "items": true } }""", "options.items", "items" },
        { """{ "benchmark": "insert", "options": { "items": 3, "keys": 4 } }""", "options.keys", "keys must be at most items (3)" },
        { """{ "benchmark": "insert", "options": { "compressionLevel": "best" } }""", "options.compressionLevel", "fastest" },
        { """{ "benchmark": "insert", "targets": ["nosuch"] }""", "targets", "Unknown target \"nosuch\"" },
        { """{ "benchmark": "insert", "targets": ["127.0.0.1:6379"] }""", "targets", "Unknown target \"127.0.0.1:6379\"" },
        { """{ "benchmark": "insert", "targets": [] }""", "targets", "Select at least one target" },
        { """{ "benchmark": "insert", "runs": 0 }""", "runs", "100" },
        { """{ "benchmark": "insert", "runs": 101 }""", "runs", "100" },
        { """{ "benchmark": "insert", "runs": "five" }""", "runs", "five" },
        { """{ "benchmark": "insert", "warmups": 11 }""", "warmups", "10" },
        { """{ "benchmark": "insert", "seed": -1 }""", "seed", "0" },
        { """{ "benchmark": "insert", "note": 5 }""", "note", "note must be a string of at most 500 characters, not 5." },
        { """{ "benchmark": "insert", "strategy": "batch" }""", "strategy", "Unknown field \"strategy\"" },
        { """[1, 2]""", "body", "must be a JSON object" },
        { """null""", "body", "must be a JSON object" },
        { """{ "benchmark": """, "body", "The body is not JSON: line 1, byte " },
        { "", "body", "The body is not JSON" },
        { """{ "benchmark": "insert", "benchmark": "insert" }""", "body", "without duplicate fields" },
        { """{ "benchmark": "insert", "note": "\ud800" }""", "body", "not valid Unicode" },
        { """{ "benchmark": "insert", "options": { "items": 10000000, "payloadBytes": """
            + """16777216, "batchSize": 1, "fieldsPerHset": 1, "fieldsPerLua": 1 } }""",
            "options.items", "A run writes 167,772.16 GB and needs about " },
    };

    [Theory]
    [MemberData(nameof(WrongRequests))]
    public async Task A_wrong_field_is_named_with_what_would_be_right_and_nothing_is_queued(string request, string field, string sentence)
    {
        using var response = await _host.PostAsync(request);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var problem = await response.ProblemAsync();
        problem.Error(field).ShouldNotBeNull(problem.ToJsonString()).ShouldContain(sentence);
        problem["errors"]!.Names().ShouldBe([field]);
        (await _host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ShouldBeEmpty();
    }

    [Fact]
    public async Task All_invalid_fields_are_reported_at_once()
    {
        using var response = await _host.PostAsync(
            """{ "benchmark": "insert", "strategies": [], "runs": 0, "nonsense": 1, "options": { "items": 0, "keys": "x" } }""");

        (await response.ProblemAsync())["errors"]!.Names().ShouldBe(
            ["nonsense", "strategies", "options.items", "options.keys", "runs"], ignoreOrder: true);
    }

    [Fact]
    public async Task A_note_has_a_longest_length() =>
        (await (await _host.PostAsync($$"""{ "benchmark": "insert", "note": "{{new string('x', 501)}}" }""")).ProblemAsync())
            .Error("note").ShouldBe("note must be a string of at most 500 characters, not 501.");

    [Fact]
    public async Task A_body_beyond_the_limit_is_not_read()
    {
        // The request expects 100-continue, so that the answer is not lost when the connection closes during the upload of the body.
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/jobs")
        {
            Content = new StringContent($$"""{ "benchmark": "insert", "note": "{{new string('x', 2 << 20)}}" }""", Encoding.UTF8, "application/json"),
            Headers = { ExpectContinue = true },
        };
        using var response = await _host.Client.SendAsync(request, Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        (await response.ProblemAsync()).Text("detail").ShouldBe("The body must be at most 64 KiB.");
    }

    [Theory]
    [InlineData("text/plain")]
    [InlineData("application/x-www-form-urlencoded")]
    [InlineData("multipart/form-data")]
    [InlineData(null)]
    public async Task Only_json_is_taken(string? contentType)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(SmallJob.Json));
        content.Headers.ContentType = contentType is null ? null : new(contentType);

        using var response = await _host.Client.PostAsync("/api/jobs", content, Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.UnsupportedMediaType);
        (await response.ProblemAsync()).Text("detail").ShouldBe("Send JSON, with the content type application/json.");
    }

    [Theory]
    [InlineData("https://evil.example")]
    [InlineData("http://localhost")]
    [InlineData("null")]
    public async Task A_foreign_origin_is_refused(string origin)
    {
        foreach (var (method, path) in new[]
        { (HttpMethod.Post, "/api/jobs"), (HttpMethod.Post, $"/api/jobs/{Guid.Empty}/cancel"), (HttpMethod.Delete, $"/api/jobs/{Guid.Empty}") })
        {
            using var request = new HttpRequestMessage(method, path) { Headers = { { "Origin", origin } } };

            using var response = await _host.Client.SendAsync(request, Ct);

            response.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
            (await response.ProblemAsync()).Text("detail")
                .ShouldBe($"Requests from other sites are rejected: the Origin must be {_host.Address.GetLeftPart(UriPartial.Authority)}.");
        }
    }

    [Fact]
    public async Task The_own_origin_is_allowed()
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/jobs")
        {
            Headers = { { "Origin", _host.Address.GetLeftPart(UriPartial.Authority) } },
            Content = new StringContent("{}", Encoding.UTF8, "application/json"),
        };

        using var response = await _host.Client.SendAsync(request, Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }
}
