using System.Net;

namespace RedisPerf.Web.Tests.Api;

/// <summary>The comparison of two small completed jobs.</summary>
public sealed class CompareTests(CompareTests.TwoJobs jobs) : IClassFixture<CompareTests.TwoJobs>
{
    private const string Unknown = "0198f000-0000-7000-8000-000000000000";

    [Fact]
    public async Task Each_case_has_both_summaries_and_the_ratio_below_what_differs()
    {
        var comparison = await jobs.Host.GetAsync($"/api/compare?base={jobs.Base}&with={jobs.With}");

        comparison.Names().ShouldBe(["base", "with", "trouble", "differences", "cases", "perItem", "hasMachineChanged"]);
        comparison["base"]!.Text("id").ShouldBe(jobs.Base);
        comparison["with"]!.Text("id").ShouldBe(jobs.With);
        comparison["trouble"].ShouldBeNull();
        comparison["differences"]!.AsArray().Select(item => item!.ToJsonString())
            .ShouldContain("""{"what":"payloadBytes","base":"500","with":"600"}""");
        var cases = comparison["cases"]!.AsArray();
        cases.Select(item => (item!.Text("strategy"), item!["base"] is null, item["with"] is null, item["ratio"] is null))
            .ShouldBe([("batch", false, false, false), ("hset", true, false, true), ("floor", false, false, false)]);
        cases[0]!.Names().ShouldBe(["strategy", "at", "base", "with", "ratio", "target", "point", "client", "floorRatio", "basis", "verdict"]);
        cases[0]!["ratio"]!.Names().ShouldBe(["baseline", "value", "low", "high", "verdict", "confidence"]);
        ((int)cases[0]!["base"]!["count"]!).ShouldBe(3);
        ((double)cases[0]!["ratio"]!["value"]!).ShouldBeInRange((double)cases[0]!["ratio"]!["low"]!, (double)cases[0]!["ratio"]!["high"]!);
    }

    [Fact]
    public async Task A_job_compared_with_itself_is_the_same_or_unclear()
    {
        var comparison = await jobs.Host.GetAsync($"/api/compare?base={jobs.Base}&with={jobs.Base}");

        comparison["differences"]!.AsArray().ShouldBeEmpty();
        comparison["cases"]!.AsArray().ShouldAllBe(item => Math.Abs((double)item!["ratio"]!["value"]! - 1) < 1e-9);
    }

    [Theory]
    [InlineData("", "base", "base is missing; give the id of a job.")]
    [InlineData("", "with", "with is missing; give the id of a job.")]
    [InlineData("?base=1&with=x", "base", "base must be the id of a job; \"1\" is not.")]
    [InlineData("?base=1&with=x", "with", "with must be the id of a job; \"x\" is not.")]
    public async Task A_wrong_query_value_is_named(string query, string field, string sentence)
    {
        using var response = await jobs.Host.Client.GetAsync($"/api/compare{query}", Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await response.ProblemAsync()).Error(field).ShouldBe(sentence);
    }

    [Fact]
    public async Task An_unknown_job_is_a_404_that_names_it()
    {
        foreach (var query in new[] { $"base={jobs.Base}&with={Unknown}", $"base={Unknown}&with={jobs.Base}" })
        {
            using var response = await jobs.Host.Client.GetAsync($"/api/compare?{query}", Ct);

            response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
            (await response.ProblemAsync()).Text("detail").ShouldBe($"There is no job \"{Unknown}\".");
        }
    }

    [Fact]
    public async Task It_is_described()
    {
        var operation = (await jobs.Host.GetAsync("/openapi/v1.json"))["paths"]!["/api/compare"]!["get"]!;

        operation["parameters"]!.AsArray().Select(parameter => parameter!.Text("name")).ShouldBe(["base", "with"]);
        operation["responses"]!.Names().ShouldBe(["200", "400", "404"]);
        operation["responses"]!["200"]!["content"]!["application/json"]!["schema"].ShouldNotBeNull();
    }

    public sealed class TwoJobs : IAsyncLifetime
    {
        public WebHost Host { get; } = WebHost.Start();

        public string Base { get; private set; } = "";

        public string With { get; private set; } = "";

        public async ValueTask InitializeAsync()
        {
            Base = await RunAsync("""["batch"]""", 500);
            With = await RunAsync("""["batch", "hset"]""", 600);
        }

        public ValueTask DisposeAsync() => Host.DisposeAsync();

        private async Task<string> RunAsync(string strategies, int payloadBytes)
        {
            var json = $$"""{ "benchmark": "insert", "strategies": {{strategies}}, "targets": ["{{SmallJob.Target}}"], "runs": """
                + $$"""3, "warmups": 0, "options": { "items": 60, "payloadBytes": {{payloadBytes}}, "keys": 3 } }""";
            var id = (await Host.QueueAsync(json)).Text("id")!;
            (await Host.EndedAsync(id)).Text("state").ShouldBe("completed");
            return id;
        }
    }
}
