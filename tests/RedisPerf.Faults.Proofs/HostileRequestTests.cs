using System.Collections.Concurrent;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Requests that no client of ours sends. RedisPerf answers without a server error and without much memory.</summary>
public sealed class HostileRequestTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Theory]
    [InlineData("/api/jobs", """{"\ud800":1}""")]
    [InlineData("/api/jobs", """{"benchmark":"insert","options":{"\udc00":1}}""")]
    [InlineData("/api/schedules", """{"\ud800":1}""")]
    public async Task A_name_that_is_half_of_a_surrogate_pair_is_a_bad_request(string path, string body)
    {
        using var response = await SendAsync(HttpMethod.Post, path, body);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await response.ProblemAsync()).Error("body")
            .ShouldBe("The body contains a string that is not valid Unicode: half of a surrogate pair, or bytes that are not UTF-8.");
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/jobs")]
    [InlineData("/targets")]
    [InlineData("/schedules")]
    [InlineData("/css/site.css")]
    [InlineData("/api/jobs")]
    [InlineData("/health/ready")]
    public async Task TRACE_is_rejected(string path)
    {
        using var response = await SendAsync(HttpMethod.Trace, path, null);

        response.StatusCode.ShouldBeOneOf(HttpStatusCode.MethodNotAllowed, HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Thousands_of_wrong_names_have_a_short_answer()
    {
        var names = string.Join(',', Enumerable.Range(0, 5_000).Select(number => $"\"n{number}\""));

        using var response = await SendAsync(HttpMethod.Post, "/api/jobs", $$"""{ "benchmark": "insert", "strategies": [{{names}}] }""");

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var answer = await response.Content.ReadAsStringAsync(Ct);
        answer.Length.ShouldBeLessThan(20_000);
        answer.ShouldContain("4,980 more errors");
    }

    [Fact]
    public async Task A_long_field_name_is_cut()
    {
        using var response = await SendAsync(
            HttpMethod.Post, "/api/jobs", $$"""{ "{{new string('x', 50_000)}}": 1, "options": { "{{new string('y', 10_000)}}": 1 } }""");

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await response.Content.ReadAsStringAsync(Ct)).Length.ShouldBeLessThan(5_000);
    }

    [Theory]
    [InlineData("[")]
    [InlineData("{\"a\":")]
    public async Task Deep_nesting_is_a_bad_request(string level)
    {
        using var response = await SendAsync(HttpMethod.Post, "/api/jobs", string.Concat(Enumerable.Repeat(level, 10_000)));

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task Large_bodies_take_no_memory()
    {
        var bodies = (string[])
        [
            "{\"strategies\":[" + string.Concat(Enumerable.Repeat("\"\",", 300_000)) + "\"\"]}",
            "{\"options\":{" + string.Join(',', Enumerable.Range(0, 80_000).Select(number => $"\"o{number}\":1")) + "}}",
            "[" + string.Concat(Enumerable.Repeat("1,", 450_000)) + "1]",
        ];
        var before = GC.GetTotalAllocatedBytes();

        var answers = await Task.WhenAll(bodies.Concat(bodies).Select(body => SendAsync(HttpMethod.Post, "/api/jobs", body)));

        answers.ShouldAllBe(answer => answer.StatusCode == HttpStatusCode.RequestEntityTooLarge);
        (GC.GetTotalAllocatedBytes() - before).ShouldBeLessThan(50_000_000);
    }

    [Fact]
    public async Task A_form_with_a_large_field_is_not_read()
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/")
        {
            Content = new FormUrlEncodedContent([new("note", new string('x', 900_000))]),
            Headers = { ExpectContinue = true },
        };

        using var response = await _host.Client.SendAsync(request, Ct);

        ((int)response.StatusCode).ShouldBeInRange(400, 499);
    }

    [Fact]
    public async Task A_field_name_with_an_open_bracket_is_no_server_error()
    {
        var token = await TokenAsync(_host);

        using var form = await _host.Client.PostAsync(
            "/jobs?handler=Delete", new FormUrlEncodedContent([new("__RequestVerificationToken", token), new("job[", "1")]), Ct);
        using var query = await _host.Client.GetAsync("/jobs?state[=1", Ct);

        form.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        query.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Five_thousand_generated_requests_to_all_routes_have_no_server_error()
    {
        // Jobs and schedules that exist; the requests change and delete some of them. What they start waits behind a job that waits
        // for its link.
        await using var host = WebHost.Start(("RedisPerf:QueueLimit", "30"));
        var jobs = await Task.WhenAll(Enumerable.Range(0, 20).Select(async _ => (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!));
        await Task.WhenAll(jobs.Select(host.EndedAsync));
        // An upload is refused while a job is measured or another payload is uploaded.
        var payloads = new List<string>();
        for (var number = 0; number < 5; number++)
        {
            payloads.Add((await CreateAsync(host, "/api/payloads", $$"""{"id":{{number}}}""", "application/x-ndjson")).Text("hash")!);
        }

        var ahead = (await host.QueueAsync($$"""
            { "benchmark": "insert", "strategies": ["batch"], "targets": ["{{SmallJob.Target}}"], "runs": 100, "options": { "items": 3000,
              "linkBandwidth": 10 } }
            """)).Text("id")!;
        await host.UntilAsync(ahead, "running");
        var schedules = await Task.WhenAll(Enumerable.Range(0, 10).Select(async number => (await CreateAsync(
            host, "/api/schedules",
            $$"""{ "name": "schedule {{number}}", "cron": "30 2 * * *", "timeZone": "UTC", "request": {{SmallJob.ShortJson}} }""",
            "application/json")).Text("id")!));
        string[] numbers = ["1", "2", "21"];
        var known = new Dictionary<string, IReadOnlyList<string>>
        {
            ["api/jobs"] = jobs,
            ["jobs"] = [.. jobs, .. numbers],
            ["api/schedules"] = schedules,
            ["schedules"] = schedules,
            ["api/payloads"] = payloads,
            ["api/targets"] = [SmallJob.Target, "embedded"],
            ["api/nodes"] = [Environment.MachineName],
            ["source"] = ["insert", "mget"],
            ["source/{benchmark}"] = ["batch", "hset"],
            ["docs"] = ["method", "api"],
        };
        var routes = await KnownRoute.ListAsync(host.Services);
        known.Keys.ShouldAllBe(path => routes.Any(route => route.Template.TrimStart('/').StartsWith(path + "/{", StringComparison.Ordinal)));
        var generator = new RequestGenerator(routes, known, await TokenAsync(host), new Random(20261123));
        var statuses = new ConcurrentQueue<HttpStatusCode>();
        var failures = new ConcurrentQueue<string>();
        var accepted = 0;
        await Parallel.ForEachAsync(Enumerable.Range(0, 5_000).Select(_ => generator.Next()).ToArray(),
            new ParallelOptions { MaxDegreeOfParallelism = 8, CancellationToken = Ct }, async (generated, ct) =>
            {
                // A stream of events does not end.
                using var request = generated.Request;
                using var response = await host.Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, ct);

                statuses.Enqueue(response.StatusCode);
                if (response.StatusCode == HttpStatusCode.OK && generated.Text.StartsWith("POST /jobs/", StringComparison.Ordinal))
                {
                    Interlocked.Increment(ref accepted);
                }

                if ((int)response.StatusCode >= 500)
                {
                    failures.Enqueue($"{(int)response.StatusCode} {generated.Text}");
                }

                if (response.Content.Headers.ContentType?.MediaType != "text/event-stream")
                {
                    await response.Content.ReadAsByteArrayAsync(ct);
                }
            });

        TestContext.Current.TestOutputHelper?.WriteLine(
            string.Join(", ", statuses.CountBy(status => (int)status).OrderBy(each => each.Key).Select(each => $"{each.Key}: {each.Value}")));
        // In its development environment, ASP.NET throws for a value that it answers with 400.
        var errors = host.Log.Split('\n').Where(line => line.StartsWith("Error: ", StringComparison.Ordinal)
            && !line.Contains(nameof(BadHttpRequestException), StringComparison.Ordinal)).ToArray();
        failures.ShouldBeEmpty(string.Join('\n', errors.Take(5)));
        errors.ShouldBeEmpty();
        statuses.ShouldContain(HttpStatusCode.NoContent, "jobs are deleted");
        accepted.ShouldBeGreaterThan(0, "forms are accepted");
        using var cancelled = await host.CancelAsync(ahead);
    }

    [Fact]
    public async Task Jobs_that_are_cancelled_and_deleted_at_once_have_no_server_error()
    {
        await using var host = WebHost.Start();
        var ids = await Task.WhenAll(Enumerable.Range(0, 95).Select(async _ => (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!));
        var token = await TokenAsync(host);

        var statuses = await Task.WhenAll(ids.SelectMany(id => (Task<HttpStatusCode>[])
        [
            StatusAsync(host, HttpMethod.Post, $"/api/jobs/{id}/cancel"),
            StatusAsync(host, HttpMethod.Delete, $"/api/jobs/{id}"),
            FormAsync(host, $"/jobs/{id}?handler=Cancel", token),
            StatusAsync(host, HttpMethod.Get, $"/api/jobs/{id}"),
            StatusAsync(host, HttpMethod.Delete, $"/api/jobs/{id}"),
            FormAsync(host, $"/jobs/{id}?handler=Delete", token),
            StatusAsync(host, HttpMethod.Get, $"/jobs/{id}"),
        ]));

        statuses.Where(status => (int)status >= 500).ShouldBeEmpty();
        (await StatusAsync(host, HttpMethod.Get, "/health/ready")).ShouldBe(HttpStatusCode.OK);
        host.Log.ShouldNotContain("Error: ");
    }

    [Fact]
    public async Task Damaged_key_files_do_not_prevent_forms()
    {
        using var folder = new DataFolder();
        var keys = Directory.CreateDirectory(Path.Combine(folder.Path, "keys")).FullName;
        await File.WriteAllTextAsync(Path.Combine(keys, "key-empty.xml"), "", Ct);
        await File.WriteAllTextAsync(Path.Combine(keys, "key-cut.xml"), "<key id=\"5", Ct);
        await File.WriteAllTextAsync(Path.Combine(keys, "key-other.xml"), "<key id=\"five\"><descriptor/></key>", Ct);
        await File.WriteAllTextAsync(Path.Combine(keys, "revocation-other.xml"),
            "<revocation version=\"1\"><revocationDate>never</revocationDate><key id=\"*\"/></revocation>", Ct);
        await File.WriteAllBytesAsync(Path.Combine(keys, "key-bytes.xml"), [0xff, 0xfe, 0x00, 0x81], Ct);
        await using var host = WebHost.StartOn(folder);

        using var page = await host.Client.GetAsync("/", Ct);

        page.StatusCode.ShouldBe(HttpStatusCode.OK);
        host.Log.ShouldContain("key-cut.xml");
    }

    private static async Task<HttpStatusCode> StatusAsync(WebHost host, HttpMethod method, string path)
    {
        using var response = await host.Client.SendAsync(new HttpRequestMessage(method, path), Ct);
        return response.StatusCode;
    }

    private static async Task<HttpStatusCode> FormAsync(WebHost host, string path, string token)
    {
        using var response = await host.Client.PostAsync(path, new FormUrlEncodedContent([new("__RequestVerificationToken", token)]), Ct);
        return response.StatusCode;
    }

    private static async Task<JsonObject> CreateAsync(WebHost host, string path, string body, string type)
    {
        using var response = await host.Client.PostAsync(path, new StringContent(body, Encoding.UTF8, type), Ct);
        var answer = await response.Content.ReadAsStringAsync(Ct);
        response.StatusCode.ShouldBe(HttpStatusCode.Created, answer);
        return JsonNode.Parse(answer)!.AsObject();
    }

    private static async Task<string> TokenAsync(WebHost host)
    {
        var page = await host.PageAsync("/");
        return page.QuerySelector("input[name=__RequestVerificationToken]").ShouldNotBeNull().GetAttribute("value")!;
    }

    private Task<HttpResponseMessage> SendAsync(HttpMethod method, string path, string? body) => _host.Client.SendAsync(
        new HttpRequestMessage(method, path)
        {
            Content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json"),
            Headers = { ExpectContinue = body?.Length > 50_000 ? true : null },
        },
        Ct);
}
