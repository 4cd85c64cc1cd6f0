using System.Diagnostics;
using System.Net;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>Nodes whose database is stopped, restarted or cut off: no job and no run is lost.</summary>
public sealed class NodeDatabaseTests : NodeTest
{
    private const string Long = """
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["mine"], "runs": 30, "warmups": 0, "onNodeLoss": "requeue",
          "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
        """;

    private const string Short = """
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["mine"], "runs": 40, "warmups": 0, "onNodeLoss": "requeue",
          "options": { "items": 2000, "payloadBytes": 1000, "keys": 3 } }
        """;

    [Theory]
    [InlineData(0)]
    [InlineData(15)]
    public Task No_job_and_no_run_is_lost_while_the_database_is_away(int seconds) => RunWithoutDatabaseAsync(TimeSpan.FromSeconds(seconds));

    /// <summary>The proof of docs/nodes.md.</summary>
    [Fact(Explicit = true)]
    public Task No_job_and_no_run_is_lost_while_the_database_is_away_for_a_minute() => RunWithoutDatabaseAsync(TimeSpan.FromMinutes(1));

    [Fact]
    public async Task Runs_that_cannot_be_stored_are_kept_after_a_kill()
    {
        await using var node = await StartAsync("only");
        var id = await node.QueueAsync(Short);
        await node.UntilAsync($"/api/jobs/{id}", HasRun);
        await Database.StopAsync(Ct);
        await Poll.UntilAsync(async () => (await UnsavedAsync()).Count >= 3);

        await node.KillAsync();
        var unsaved = await UnsavedAsync();
        await Database.StartAgainAsync(Ct);
        await using var next = await StartAsync("only");

        var job = await next.UntilAsync($"/api/jobs/{id}", job => job.Text("state") is not ("queued" or "running"));
        (job.Text("state"), job.Text("error")).ShouldBe(("completed", null));
        CheckRuns(job, 40);
        foreach (var (strategy, round, seconds) in unsaved)
        {
            var runs = job["cases"]!.AsArray().Single(each => each!.Text("strategy") == strategy)!["runs"]!.AsArray();
            ((double)runs.Single(run => (int)run!["round"]! == round)!["seconds"]!).ShouldBe(seconds, "it is not measured again");
        }
    }

    [Fact]
    public async Task A_node_that_only_loses_its_database_stops_its_job_when_it_finds_out()
    {
        await using var relay = new CutRelay(Database.Port);
        await using var first = await NodeProcess.StartAsync("first", Folder,
            Database.ConnectionString("ledger").Replace($"Port={Database.Port}", $"Port={relay.Port}", StringComparison.Ordinal), Redis.Address);
        await using var monitor = await JobOrderMonitor.StartAsync(Redis);
        var id = await first.QueueAsync(Long);
        await first.UntilAsync($"/api/jobs/{id}", HasRun);
        await using var second = await StartAsync("second");
        relay.Cut();

        // The first node measures, so the job of the second one waits for the server.
        var repeated = (await second.UntilAsync(
            "/api/jobs", list => list["jobs"]!.AsArray() is [{ } newest, _]
                && newest["progress"]?.AsObject().Text("current") == "mine: waiting for another RedisPerf that uses the server"))["jobs"]![0]!.Text(
                "id")!;
        var lost = await second.GetAsync($"/api/jobs/{id}");
        relay.Restore();
        await second.UntilAsync($"/api/jobs/{repeated}", HasRun);

        lost.Text("state").ShouldBe("interrupted");
        (await second.GetAsync($"/api/jobs/{id}"))["cases"]!.ToJsonString().ShouldBe(
            lost["cases"]!.ToJsonString(), "no run of the lost execution is stored later");
        (await monitor.EndAsync()).ShouldBe(
            [JobOrderMonitor.KeyOf(id), JobOrderMonitor.KeyOf(repeated)], "the repeated job writes when the other one no longer does");
        await first.UntilAsync("/health/ready", answer => answer.Text("status") == "ready");
    }

    // The process that writes the file may be within a line. It also locks the file during a write; cat ignores the lock.
    private async Task<List<(string Strategy, int Round, double Seconds)>> UnsavedAsync()
    {
        var folder = Path.Combine(Folder, "only", "unsaved");
        var runs = new List<(string, int, double)>();
        foreach (var file in Directory.Exists(folder) ? Directory.GetFiles(folder) : [])
        {
            using var cat = Process.Start(new ProcessStartInfo("cat", [file]) { RedirectStandardOutput = true })!;
            foreach (var line in (await cat.StandardOutput.ReadToEndAsync(Ct)).Split('\n')[..^1])
            {
                if (JsonNode.Parse(line)!["run"] is { } run)
                {
                    runs.Add((JsonNode.Parse(line)!["case"]!.Text("strategy")!, (int)run["round"]!, (double)run["seconds"]!));
                }
            }
        }

        return runs;
    }

    private async Task RunWithoutDatabaseAsync(TimeSpan away)
    {
        await using var first = await StartAsync("first");
        await using var second = await StartAsync("second");
        await using var third = await StartAsync("third");
        NodeProcess[] nodes = [first, second, third];
        var ids = new List<string>();
        for (var job = 0; job < 4; job++)
        {
            ids.Add(await nodes[job % nodes.Length].QueueAsync(Short));
        }

        await first.UntilAsync($"/api/jobs/{ids[0]}", HasRun);
        await Database.StopAsync(Ct);
        var codes = new List<HttpStatusCode>();
        foreach (var node in nodes)
        {
            using var health = await node.AnswerAsync("/health/ready");
            using var page = await node.AnswerAsync("/jobs");
            codes.AddRange([health.StatusCode, page.StatusCode]);
        }

        await Task.Delay(away, Ct);
        await Database.StartAgainAsync(Ct);
        await Poll.UntilAsync(async () => (await first.AnswerAsync("/health/ready")).IsSuccessStatusCode);

        codes.ShouldAllBe(code => code == HttpStatusCode.ServiceUnavailable);
        foreach (var id in ids)
        {
            var job = await first.UntilAsync($"/api/jobs/{id}", job => job.Text("state") is not ("queued" or "running"));
            (job.Text("state"), job.Text("error")).ShouldBe(("completed", null));
            CheckRuns(job, 40);
        }

        (await first.JobsAsync()).Length.ShouldBe(ids.Count);
        (await Redis.CountKeysAsync("*")).ShouldBe(0);
    }
}
