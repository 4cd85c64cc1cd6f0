using System.Net;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Programs;

/// <summary>Jobs that name clients, each of which has a worker process.</summary>
public sealed class ClientJobTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private const string Json = """
        { "benchmark": "insert", "strategies": ["hset", "batch"], "targets": ["embedded"], "clients": ["2.13.17", "3.4.35"], "runs": 3,
          "warmups": 0, "options": { "items": 60, "payloadBytes": 500, "keys": 3 } }
        """;

    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task The_pages_of_a_job_show_each_client_and_their_comparison()
    {
        var id = (await _host.QueueAsync(Json)).Text("id")!;

        var job = await _host.EndedAsync(id);

        job.Text("state").ShouldBe("completed", job.Text("error"));
        job["cases"]!.AsArray().Select(@case => (@case!.Text("strategy"), @case!.Text("client"))).ShouldBe(
            [("batch", "2.13.17"), ("batch", "3.4.35"), ("hset", "2.13.17"), ("hset", "3.4.35"), ("floor", "2.13.17"), ("floor", "3.4.35")]);
        job["environment"]!.Text("client").ShouldBe("StackExchange.Redis 2.13.17, StackExchange.Redis 3.4.35");
        var page = await _host.PageAsync($"/jobs/{id}");
        page.QuerySelector("[data-part=verdict]")!.TextContent.ShouldContain("Client 3.4.35 against client 2.13.17: ");
        page.QuerySelectorAll("#summary tbody tr[data-case]").Select(row => row.QuerySelector("td")!.TextContent).Distinct().ShouldBe(
            ["2.13.17", "3.4.35"], ignoreOrder: true);
        var matrix = await _host.PageAsync($"/jobs/{id}/matrix");
        matrix.QuerySelector("h1")!.TextContent.ShouldContain("clients side by side");
        matrix.QuerySelectorAll("thead th").Skip(1).Select(head => head.FirstChild!.TextContent.Trim()).ShouldBe(["2.13.17", "3.4.35"]);
        (await _host.Client.GetStringAsync($"/api/jobs/{id}/report.csv", Ct)).Split('\n')[0].Trim()
            .ShouldContain(",client,scaledSeconds,caseMedian,caseRatioLow,caseRatioHigh,option.items,");
        foreach (var report in new[] { "report.md", "report.html" })
        {
            (await _host.Client.GetStringAsync($"/api/jobs/{id}/{report}", Ct)).ShouldContain("2.13.17");
        }
    }

    [Fact]
    public async Task A_job_with_clients_continues_with_added_rounds()
    {
        var id = (await _host.QueueAsync(Json)).Text("id")!;
        var before = await _host.EndedAsync(id);

        using var answer = await _host.Client.PostAsync($"/api/jobs/{id}/rounds", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Accepted, await answer.Content.ReadAsStringAsync(Ct));
        // Equal clients are not decided before the maximum of rounds.
        await _host.UntilAsync($"/api/jobs/{id}", job => CountRuns(job) > CountRuns(before));
        (await _host.CancelAsync(id)).Dispose();
        var after = await _host.EndedAsync(id);
        after.Text("state").ShouldBe("completed", after.Text("error"));
        CountRuns(after).ShouldBeGreaterThan(CountRuns(before));
        after["cases"]!.AsArray().Select(@case => @case!.Text("client")).ShouldBe(before["cases"]!.AsArray().Select(@case => @case!.Text("client")));

        static int CountRuns(JsonObject job) => job["cases"]!.AsArray().Sum(@case => @case!["runs"]!.AsArray().Count);
    }
}
