using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Web.Tests.Api;

/// <summary>Payloads in the API: stored, listed, measured and deleted, and never shown.</summary>
public sealed class PayloadTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private const string Secret = "hush-hush-6f1d";
    private const string Lines = $$"""
        {"id":1,"text":"{{Secret}}"}
        {"id":2,"text":"{{Secret}}{{Secret}}{{Secret}}{{Secret}}{{Secret}}{{Secret}}"}
        [3]
        """;

    [Fact]
    public async Task A_job_measures_a_payload_and_nothing_shows_its_content()
    {
        using var folder = new DataFolder();
        await using var host = WebHost.StartOn(folder);
        var stored = await StoreAsync(host, Lines, "/home/me/orders.ndjson");
        var hash = stored.Text("hash")!;
        stored.Text("name").ShouldBe("orders.ndjson");
        ((int)stored["values"]!, (int)stored["minimumBytes"]!, (int)stored["maximumBytes"]!).ShouldBe((3, 3, 102));
        (await host.Client.GetArrayAsync("/api/payloads")).ShouldHaveSingleItem()!.AsObject().Text("hash").ShouldBe(hash);
        (await host.GetAsync($"/api/payloads/{hash}")).ToJsonString().ShouldBe(stored.ToJsonString());

        var queued = await host.QueueAsync(SmallJob.Json.With("payload", hash));
        var job = await host.UntilAsync(queued.Text("id")!, "completed");

        job["request"]!["payload"]!.ToJsonString().ShouldBe(stored.ToJsonString());
        job.Text("title")!.ShouldContain("orders.ndjson");
        job["cases"]![0]!["runs"]![1]!["payloadBytes"]!.GetValue<long>().ShouldBe(20 * stored["totalBytes"]!.GetValue<long>());

        var id = job.Text("id")!;
        foreach (var address in new[] { $"/api/jobs/{id}", $"/api/jobs/{id}/report.json", $"/api/jobs/{id}/report.csv",
            $"/api/jobs/{id}/report.md", $"/api/jobs/{id}/report.html", $"/jobs/{id}", "/jobs", "/payloads", $"/?from={id}" })
        {
            var text = await host.Client.GetStringAsync(address, Ct);
            text.ShouldNotContain(Secret, Case.Sensitive, address);
        }

        (await host.PageAsync($"/jobs/{id}")).Body!.TextContent
            .ShouldContain($"orders.ndjson, 3 values, {stored["totalBytes"]} B, SHA-256 {hash[..8]}");
        host.Log.ShouldNotContain(Secret);
        foreach (var file in Directory.EnumerateFiles(folder.Path, "*", SearchOption.AllDirectories)
            .Where(file => Path.GetFileName(file) is var name && name != hash && !name.EndsWith(".lock", StringComparison.Ordinal)))
        {
            await using var content = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            using var bytes = new MemoryStream();
            await content.CopyToAsync(bytes, Ct);
            bytes.ToArray().AsSpan().IndexOf(Encoding.UTF8.GetBytes(Secret)).ShouldBe(-1, file);
        }
    }

    [Fact]
    public async Task A_payload_in_use_is_kept_and_a_job_without_its_payload_fails()
    {
        await using var host = WebHost.Start();
        var hash = (await StoreAsync(host, Lines, "a.ndjson")).Text("hash")!;
        var running = await host.QueueAsync(SmallJob.EndlessJson);
        var queued = await host.QueueAsync(SmallJob.ShortJson.With("payload", hash));

        (await host.Client.DeleteAsync($"/api/payloads/{hash}", Ct)).StatusCode.ShouldBe(HttpStatusCode.Conflict);

        // Deleted by another program.
        new PayloadStore(host.Folder).Delete(hash).ShouldBeTrue();
        await host.CancelAsync(running.Text("id")!);
        var failed = await host.UntilAsync(queued.Text("id")!, "failed");
        failed.Text("error")!.ShouldStartWith("The payload a.ndjson is not on node ");
        failed["reason"]!["code"]!.GetValue<string>().ShouldBe("payloadUnknown");

        (await host.Client.DeleteAsync($"/api/payloads/{hash}", Ct)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        using var again = await host.PostAsync(SmallJob.ShortJson.With("payload", hash));
        (await again.Content.ReadFromJsonAsync<JsonObject>(Ct))!["errors"]!["payload"]![0]!.GetValue<string>().ShouldStartWith("payload is unknown");
    }

    [Theory]
    [InlineData("application/x-ndjson", "", HttpStatusCode.BadRequest, "The payload is empty")]
    [InlineData(
        "application/json", "{}", HttpStatusCode.UnsupportedMediaType, "Send the content type application/x-ndjson or application/octet-stream")]
    [InlineData("text/plain", "{}", HttpStatusCode.UnsupportedMediaType, "Send the content type")]
    [InlineData(null, "{}", HttpStatusCode.UnsupportedMediaType, "end the content type")]
    public async Task An_invalid_upload_is_refused(string? type, string body, HttpStatusCode status, string message)
    {
        var host = shared.Host;
        using var content = new StringContent(body) { Headers = { ContentType = type is null ? null : new MediaTypeHeaderValue(type) } };

        using var answer = await host.Client.PostAsync("/api/payloads", content, Ct);

        answer.StatusCode.ShouldBe(status);
        (await answer.Content.ReadAsStringAsync(Ct)).ShouldContain(message);
        new PayloadStore(host.Folder).List().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("{\"id\":1}\n{\"id\":22}\n", "orders.json", "jsonLines", 2, 8, "lines")]
    [InlineData("{\n\"id\":1}\n", "orders.ndjson", "jsonDocument", 1, 9, "file")]
    [InlineData("[{\"id\":1},{\"id\":22}]", "orders.txt", "jsonArray", 2, 8, "lines")]
    [InlineData("one\nthree\n", "orders.json", "text", 2, 3, "lines")]
    [InlineData("one\nthree\n", "orders.json&format=value", "value", 1, 10, "file")]
    [InlineData("[1]\n[22]\n", "orders&format=text", "text", 2, 3, "lines")]
    public async Task The_form_of_a_file_is_found_in_its_content(string content, string name, string form, int values, int median, string source)
    {
        var stored = await StoreAsync(shared.Host, content, name, "application/octet-stream");

        (stored.Text("form"), (int)stored["values"]!, (int)stored["medianBytes"]!, stored.Text("source")).ShouldBe((form, values, median, source));
        await shared.Host.Client.DeleteAsync($"/api/payloads/{stored.Text("hash")}", Ct);
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("x-gzip")]
    [InlineData("zstd")]
    public async Task A_compressed_body_is_decompressed(string encoding)
    {
        using var plain = new MemoryStream();
        await using (Stream stream = encoding == "zstd" ? new ZstdSharp.CompressionStream(plain, leaveOpen: true)
            : new GZipStream(plain, CompressionLevel.Optimal, leaveOpen: true))
        {
            await stream.WriteAsync(Encoding.UTF8.GetBytes(Lines), Ct);
        }

        foreach (var type in new[] { "application/x-ndjson", "application/octet-stream" })
        {
            using var sent = await SendAsync(plain.ToArray(), type, encoding);
            sent.StatusCode.ShouldBe(HttpStatusCode.Created);
            (await sent.Content.ReadFromJsonAsync<JsonObject>(Ct))!["values"]!.GetValue<int>().ShouldBe(3);

            using var cut = await SendAsync(plain.ToArray()[..^3], type, encoding);
            cut.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
            (await cut.Content.ReadAsStringAsync(Ct)).ShouldContain($"The {encoding.TrimStart('x', '-')} data is damaged or incomplete.");
            await shared.Host.Client.DeleteAsync(sent.Headers.Location, Ct);
        }
    }

    [Theory]
    [InlineData("br")]
    [InlineData("deflate")]
    [InlineData("gzip, zstd")]
    public async Task An_unknown_encoding_is_refused_with_the_known_ones(string encoding)
    {
        using var answer = await SendAsync([1, 2, 3], "application/octet-stream", encoding);

        answer.StatusCode.ShouldBe(HttpStatusCode.UnsupportedMediaType);
        (await answer.ProblemAsync()).Text("detail").ShouldBe("Send the body without Content-Encoding, or with one of gzip, zstd.");
        using var job = new StringContent("{}", Encoding.UTF8, "application/json") { Headers = { ContentEncoding = { "gzip" } } };
        using var other = await shared.Host.Client.PostAsync("/api/jobs", job, Ct);
        other.StatusCode.ShouldBe(HttpStatusCode.UnsupportedMediaType);
        (await other.ProblemAsync()).Text("detail").ShouldBe("Send the body without Content-Encoding.");
    }

    [Theory]
    [InlineData("application/x-ndjson", "{\"id\":1}\n{\"id\":\n", "a", "Line 2 is not one JSON value.")]
    [InlineData("application/octet-stream", "{\"id\":1}\n{\"id\":\n", "a", "Line 2 is not one JSON value.")]
    [InlineData("application/octet-stream", "\u0001\u0000", "a", "The content is not text: line 1 has the byte 0x01.")]
    [InlineData("application/octet-stream", "[]", "a", "The payload is empty")]
    [InlineData("application/octet-stream", "1", "a&format=csv", "The format must be one of auto, jsonLines,")]
    public async Task Content_that_is_not_understood_is_refused_and_not_shown(string type, string body, string name, string message)
    {
        using var answer = await PostAsync(shared.Host, type, Encoding.UTF8.GetBytes(body), name);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.ProblemAsync())["errors"]!["payload"]![0]!.GetValue<string>().ShouldStartWith(message);
    }

    [Fact]
    public async Task An_upload_can_have_the_maximum_size_and_not_more()
    {
        await using var host = WebHost.Start();

        using var max = await PostAsync(host, "application/octet-stream", new byte[PayloadInput.MaximumValueBytes], "a&format=value");
        using var larger = await PostAsync(host, "application/octet-stream", new byte[PayloadInput.MaximumValueBytes + 1], "a&format=value");
        using var job = await host.Client.PostAsync("/api/jobs", new StringContent(new string(' ', 100_000), Encoding.UTF8, "application/json"), Ct);

        max.StatusCode.ShouldBe(HttpStatusCode.Created);
        (await max.Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("source").ShouldBe("file");
        larger.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        job.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task One_payload_is_uploaded_at_a_time()
    {
        await using var host = WebHost.Start();
        using var slow = new SlowContent();
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/payloads?name=slow") { Content = slow };
        var first = host.Client.SendAsync(request, Ct);
        await UntilReadAsync(host);

        using var second = await PostAsync(host, "application/x-ndjson", "1"u8.ToArray());

        second.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        second.Headers.RetryAfter.ShouldNotBeNull();
        (await second.ProblemAsync()).Text("detail").ShouldBe("Another payload is uploaded now. Try again when it is stored.");
        slow.Complete();
        (await first).StatusCode.ShouldBe(HttpStatusCode.Created);
        await StoreAsync(host, Lines, "a.ndjson");
    }

    [Fact]
    public async Task A_small_file_is_stored_while_a_job_is_measured_and_a_large_one_is_not()
    {
        const string Message = "A job is measured now, and an upload of more than 4 MB would disturb it. Try again when the job has ended.";
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => job["progress"] is not null);

        using var small = await PostAsync(host, "application/x-ndjson", "1\n22"u8.ToArray());
        small.StatusCode.ShouldBe(HttpStatusCode.Created);
        var large = Encoding.ASCII.GetBytes(string.Join('\n', Enumerable.Repeat($"\"{new string('x', 1_000)}\"", 5_000)));
        using var compressed = new MemoryStream();
        using (var gzip = new GZipStream(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(large);
        }

        foreach (var content in new[] { large, compressed.ToArray() })
        {
            using var answer = await PostAsync(host, "application/octet-stream", content);
            answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
            (await answer.ProblemAsync())["errors"]!["payload"]![0]!.GetValue<string>().ShouldBe(Message);
        }

        await host.CancelAsync(id);
        await host.EndedAsync(id);
        // The job is in the ledger a moment before it is no longer live.
        (await Poll.UntilAsync(
            () => PostAsync(host, "application/octet-stream", large), later => later.StatusCode == HttpStatusCode.Created)).Dispose();
    }

    [Fact]
    public async Task A_sample_requires_an_existing_server_and_a_confirmation()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var client = await ConnectionMultiplexer.ConnectAsync(redis.Address);
        await client.GetDatabase().StringSetAsync("user:1", Secret);
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "staging"), ("RedisPerf:Targets:0:Connection", redis.Address));

        (await SampleAsync(new { target = "staging", pattern = "user:*", count = 10 })).ShouldContain("It writes nothing to the server. Confirm it.");
        (await SampleAsync(new { target = "embedded", pattern = "user:*", confirm = true })).ShouldContain("Valid targets: staging.");
        (await SampleAsync(new { target = "staging", pattern = "none:*", confirm = true }))
            .ShouldContain("There are no values in strings whose keys match none:* on staging.");
        (await SampleAsync(new { target = "staging", pattern = "user:*", count = 10_001, confirm = true })).ShouldContain("a count from 1 to 10,000");
        (await SampleAsync(new { target = 1 })).ShouldContain("The body must be");
        (await host.Client.GetArrayAsync("/api/payloads")).ShouldBeEmpty();

        var stored = await SampleAsync(new { target = "staging", pattern = "user:*", confirm = true });
        stored.ShouldContain("\"source\":\"sample\"");
        stored.ShouldNotContain(Secret);

        await client.GetDatabase().HashSetAsync("order:1", [new("first", "one"), new("second", "other")]);
        (await SampleAsync(new { target = "staging", pattern = "order:*", type = "hashes" }))
            .ShouldContain("values from hashes whose keys match order:* on staging");
        (await SampleAsync(new { target = "staging", pattern = "order:*", type = "lists", confirm = true })).ShouldContain("The body must be");
        (await SampleAsync(new { target = "staging", pattern = "order:*", type = "hashes", confirm = true })).ShouldContain("\"totalBytes\":8");

        var page = await host.PageAsync("/payloads");
        using var hashes = await host.SubmitAsync(
            (IHtmlFormElement)page.QuerySelector(".sample form")!, ("pattern", "order:*"), ("type", "hashes"), ("confirm", "true"));
        (await WebHost.ParseAsync(hashes)).QuerySelectorAll("[data-payload]").Length.ShouldBe(2, "the same fields");
        using var again = await host.SubmitAsync((IHtmlFormElement)page.QuerySelector(".sample form")!, ("pattern", "user:*"), ("confirm", "true"));
        again.RequestMessage!.RequestUri!.ShouldBe(new(host.Address, "/payloads"));
        (await WebHost.ParseAsync(again)).QuerySelectorAll("[data-payload]").Length.ShouldBe(2, "the same values");
        using var unconfirmed = await host.SubmitAsync(
            (IHtmlFormElement)page.QuerySelector(".sample form")!, ("pattern", "order:*"), ("type", "hashes"), ("count", "7"), ("confirm", "false"));
        unconfirmed.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var kept = (await WebHost.ParseAsync(unconfirmed)).QuerySelector(".sample[open]").ShouldNotBeNull();
        kept.QuerySelectorAll("select").OfType<IHtmlSelectElement>().Select(select => select.Value).ShouldBe(["staging", "hashes"]);
        kept.QuerySelectorAll("#pattern, #count").OfType<IHtmlInputElement>().Select(input => input.Value).ShouldBe(["order:*", "7"]);
        kept.QuerySelector("#confirm[checked]").ShouldBeNull();
        using var none = await host.SubmitAsync((IHtmlFormElement)page.QuerySelector(".sample form")!, ("pattern", "none:*"), ("confirm", "true"));
        (await WebHost.ParseAsync(none)).QuerySelector("#confirm[checked]").ShouldNotBeNull();

        async Task<string> SampleAsync(object body)
        {
            using var answer = await host.Client.PostAsJsonAsync("/api/payloads/sample", body, Ct);
            return await answer.Content.ReadAsStringAsync(Ct);
        }
    }

    [Fact]
    public async Task A_page_of_another_site_cannot_store_a_payload()
    {
        await using var host = WebHost.Start();
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/payloads")
        { Content = new StringContent("{}") { Headers = { ContentType = new("application/x-ndjson") } } };
        request.Headers.Add("Origin", "http://elsewhere.example");

        using var answer = await host.Client.SendAsync(request, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
    }

    private async Task<HttpResponseMessage> SendAsync(byte[] body, string type, string encoding)
    {
        using var content = new ByteArrayContent(body) { Headers = { ContentType = new(type) } };
        content.Headers.TryAddWithoutValidation("Content-Encoding", encoding).ShouldBeTrue();
        return await shared.Host.Client.PostAsync("/api/payloads?name=compressed", content, Ct);
    }

    private static async Task<JsonObject> StoreAsync(WebHost host, string lines, string name, string type = "application/x-ndjson")
    {
        using var answer = await PostAsync(host, type, Encoding.UTF8.GetBytes(lines), name);
        answer.StatusCode.ShouldBe(HttpStatusCode.Created, await answer.Content.ReadAsStringAsync(Ct));
        var stored = (await answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
        answer.Headers.Location!.ToString().ShouldBe($"/api/payloads/{stored.Text("hash")}");
        return stored;
    }

    private static Task<HttpResponseMessage> PostAsync(WebHost host, string type, byte[] body, string name = "a") =>
        host.Client.PostAsync(
            $"/api/payloads?name={name}", new ByteArrayContent(body) { Headers = { ContentType = new(type) } }, Ct);

    // A line of the web server's log.
    private static async Task UntilReadAsync(WebHost host)
    {
        await Poll.UntilAsync(() => host.Log.Contains("started reading request body", StringComparison.Ordinal));
    }

    /// <summary>The body of an upload that stops after its first bytes.</summary>
    private sealed class SlowContent : HttpContent
    {
        private readonly TaskCompletionSource _complete = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public SlowContent() => Headers.ContentType = new("application/x-ndjson");

        public void Complete() => _complete.SetResult();

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            await stream.WriteAsync("1\n"u8.ToArray(), Ct);
            await stream.FlushAsync(Ct);
            await _complete.Task.WaitAsync(Ct);
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}
