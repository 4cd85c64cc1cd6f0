using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;

namespace RedisPerf.Web.Tests.Api;

/// <summary>One small completed job in the API.</summary>
public sealed class JobTests(JobTests.EndedJob ended) : IClassFixture<JobTests.EndedJob>
{
    private readonly WebHost _host = ended.Host;

    [Fact]
    public void A_taken_job_is_answered_with_its_place_and_its_document()
    {
        ended.Answer.StatusCode.ShouldBe(HttpStatusCode.Created);
        ended.Answer.Headers.Location!.ToString().ShouldBe($"/api/jobs/{ended.Id}");
        ended.Taken.Names().ShouldBe([
            "id", "number", "benchmark", "title", "state", "requestedBy", "schedule", "confirms", "note", "starred", "error", "reason",
            "request", "queuePosition", "expectedStart", "waiting", "progress",
            "createdAt", "startedAt", "endedAt", "resumes", "node", "environment", "cases", "crossovers"]);
        ended.Taken.Text("requestedBy").ShouldBe("api");
        ended.Taken.Text("note").ShouldBe("small");
        ended.Taken["request"]!.Names().ShouldBe(["strategies", "options", "targets", "clients", "server", "axes", "baseline", "runs", "until",
            "budgetSeconds", "warmups", "slices", "verify", "seed", "payload", "node", "loadFrom", "onNodeLoss"]);
        ended.Taken["request"]!["strategies"]!.ToJsonString().ShouldBe("""["multi-exec","batch"]""");
        ((int)ended.Taken["request"]!["options"]!["fieldsPerHset"]!).ShouldBe(100);
        ((DateTimeOffset)ended.Taken["createdAt"]!).Offset.ShouldBe(TimeSpan.Zero);
    }

    [Fact]
    public void A_job_that_has_ended_has_its_environment_its_runs_and_their_summaries()
    {
        var job = ended.Job;

        job.Text("state").ShouldBe("completed");
        job["queuePosition"].ShouldBeNull();
        job["error"].ShouldBeNull();
        job["environment"]!.Names().ShouldBe(
            ["machine", "cores", "memory", "os", "runtime", "platform", "client", "version", "targets", "pinning", "loadNodes",
                "plugins", "unsupported"]);
        var target = job["environment"]!["targets"]![0]!;
        target!.Names().ShouldBe(["name", "engine", "version", "roundTrip", "settings", "at", "relayCost", "disk", "lacks", "causes"]);
        target.Text("engine").ShouldBe("Garnet");
        job["progress"]!.ToJsonString().ShouldBe("""{"done":9,"total":9,"fraction":1,"secondsLeft":null,"current":null,"reason":null,"case":null}""");
        job["cases"]!.AsArray().Select(item => item!.Text("strategy")).ShouldBe(["multi-exec", "batch", "floor"]);
        foreach (var item in job["cases"]!.AsArray().OfType<JsonObject>())
        {
            item.Names().ShouldBe(["strategy", "at", "runs", "summary", "target", "point", "client", "unsupported", "reason"]);
            item["runs"]!.AsArray().Select(run => ((int)run!["round"]!, (bool)run["warmup"]!, run.Text("state")))
                .ShouldBe([(0, true, "ok"), (1, false, "ok"), (2, false, "ok")]);
            ((int)item["summary"]!["count"]!).ShouldBe(2);
        }
    }

    [Fact]
    public void A_run_has_every_figure_of_the_contract_and_null_where_the_engine_has_none()
    {
        var run = ended.Job["cases"]![1]!["runs"]![1]!;

        run.Names().ShouldBe(["round", "warmup", "state", "seconds", "slices", "encodeSeconds", "operations", "payloadBytes", "wireBytes",
            "verified", "error", "reason", "disturbed", "reasons", "disturbedSlices", "leftOut", "figures", "sharedLoad",
            "timeline", "client", "server"]);
        run["client"]!.Names().ShouldBe(
            ["cpuSeconds", "allocatedBytes", "peakWorkingSet", "workingSetGrowth", "collections", "poolDelay", "stolen", "others", "idle"]);
        run["server"]!.Names().ShouldBe(["cpuSeconds", "usedMemoryDelta", "netInputBytes", "commands", "busiestShardCpuSeconds"]);
        ((long)run["operations"]!).ShouldBe(60);
        ((long)run["payloadBytes"]!).ShouldBe(30_000);
        ((long)run["wireBytes"]!).ShouldBeGreaterThan(30_000);
        ((bool)run["verified"]!).ShouldBeTrue();
        run["server"]!["netInputBytes"].ShouldBeNull("Garnet does not report it");
        ((double)run["encodeSeconds"]!).ShouldBe(0);
        ((long)run["server"]!["commands"]!["hset"]!).ShouldBe(60);
    }

    [Fact]
    public void A_summary_has_every_figure_of_the_contract()
    {
        var summary = ended.Job["cases"]![1]!["summary"]!;

        summary.Names().ShouldBe([
            "count", "min", "mean", "max", "median", "meanLow", "meanHigh", "medianLow", "medianHigh", "standardDeviation",
            "coefficientOfVariation", "operationsPerSecond", "payloadBytesPerSecond",
            "clientBusy", "serverBusy", "boundBy", "floorRatio", "figures", "ratio"]);
        summary["ratio"]!.Names().ShouldBe(["baseline", "value", "low", "high", "verdict", "confidence"]);
        summary["ratio"]!.Text("baseline").ShouldBe("multi-exec");
        ended.Job["cases"]![0]!["summary"]!["ratio"].ShouldBeNull("the baseline has no ratio to itself");
    }

    [Theory]
    [InlineData("json", "application/json")]
    [InlineData("csv", "text/csv")]
    [InlineData("md", "text/markdown")]
    [InlineData("html", "text/html")]
    [InlineData("bmf.json", "application/json")]
    [InlineData("github-action-benchmark.json", "application/json")]
    public async Task A_report_comes_in_its_content_type_as_a_file(string extension, string contentType)
    {
        using var response = await _host.Client.GetAsync($"/api/jobs/{ended.Id}/report.{extension}", Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().ShouldBe($"{contentType}; charset=utf-8");
        response.Content.Headers.ContentDisposition!.FileName.ShouldNotBeNull()
            .ShouldMatch($"^\"?redisperf-insert-[0-9]{{8}}-[0-9]{{6}}\\.{extension}\"?$");
        (await response.Content.ReadAsStringAsync(Ct)).ShouldContain("multi-exec");
    }

    [Theory]
    [InlineData("parquet")]
    [InlineData("slices.parquet")]
    public async Task The_runs_and_the_slices_are_files_of_Parquet(string extension)
    {
        using var response = await _host.Client.GetAsync($"/api/jobs/{ended.Id}/report.{extension}", Ct);

        response.Content.Headers.ContentType!.ToString().ShouldBe("application/vnd.apache.parquet");
        response.Content.Headers.ContentDisposition!.FileName.ShouldNotBeNull().ShouldEndWith($".{extension}");
        (await response.Content.ReadAsByteArrayAsync(Ct)).ShouldSatisfyAllConditions(
            content => content[..4].ShouldBe("PAR1"u8.ToArray()), content => content[^4..].ShouldBe("PAR1"u8.ToArray()));
    }

    [Fact]
    public async Task The_json_report_is_the_job_document() =>
        JsonNode.DeepEquals(await _host.GetAsync($"/api/jobs/{ended.Id}/report.json"), ended.Job).ShouldBeTrue();

    [Fact]
    public async Task The_badge_is_a_picture_that_a_client_can_keep()
    {
        using var response = await _host.Client.GetAsync($"/api/jobs/{ended.Id}/badge.svg", Ct);
        var picture = XDocument.Parse(await response.Content.ReadAsStringAsync(Ct)).Root.ShouldNotBeNull();

        response.Content.Headers.ContentType!.ToString().ShouldBe("image/svg+xml");
        picture.Attribute("aria-label")!.Value.ShouldStartWith("insert · ");
        response.Headers.CacheControl!.ToString().ShouldBe("max-age=60, private");
        using var again = new HttpRequestMessage(HttpMethod.Get, $"/api/jobs/{ended.Id}/badge.svg");
        again.Headers.IfNoneMatch.Add(response.Headers.ETag!);
        using var unchanged = await _host.Client.SendAsync(again, Ct);
        unchanged.StatusCode.ShouldBe(HttpStatusCode.NotModified);
    }

    [Fact]
    public async Task The_html_report_needs_nothing_from_elsewhere()
    {
        var page = await _host.PageAsync($"/api/jobs/{ended.Id}/report.html");

        page.QuerySelectorAll("script[src], link[href], img[src]:not([src^='data:'])").ShouldBeEmpty();
        page.QuerySelectorAll("table").ShouldNotBeEmpty();
    }

    [Theory]
    [InlineData("GET", "")]
    [InlineData("DELETE", "")]
    [InlineData("POST", "/cancel")]
    [InlineData("GET", "/events")]
    [InlineData("GET", "/report.json")]
    [InlineData("GET", "/report.html")]
    [InlineData("GET", "/report.bmf.json")]
    [InlineData("GET", "/report.parquet")]
    [InlineData("GET", "/badge.svg")]
    public async Task An_unknown_or_malformed_id_is_a_404(string method, string path)
    {
        foreach (var id in new[] { "0198f000-0000-7000-8000-000000000000", "no-such-id", "12" })
        {
            using var response = await _host.Client.SendAsync(new(new(method), $"/api/jobs/{id}{path}"), Ct);

            response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
            (await response.ProblemAsync()).Text("detail").ShouldBe($"There is no job \"{id}\".");
        }
    }

    [Fact]
    public async Task A_job_that_has_ended_cannot_be_cancelled()
    {
        using var response = await _host.CancelAsync(ended.Id);

        response.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await response.ProblemAsync()).Text("detail").ShouldBe("The job has already ended.");
    }

    public sealed class EndedJob : IAsyncLifetime
    {
        public WebHost Host { get; } = WebHost.Start();

        public HttpResponseMessage Answer { get; private set; } = null!;

        public JsonObject Taken { get; private set; } = null!;

        public JsonObject Job { get; private set; } = null!;

        public string Id => Taken.Text("id")!;

        public async ValueTask InitializeAsync()
        {
            Answer = await Host.PostAsync(SmallJob.Json.On("embedded"));
            Taken = (await Answer.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
            Job = await Host.EndedAsync(Id);
        }

        public ValueTask DisposeAsync()
        {
            Answer.Dispose();
            return Host.DisposeAsync();
        }
    }
}
