using System.Diagnostics;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>Nodes that are killed or stopped: each job ends once and each run is stored once.</summary>
public sealed class NodeTests : NodeTest
{
    private const string Long = """
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["mine"], "runs": 30, "warmups": 0, "onNodeLoss": "requeue",
          "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
        """;

    private const string Short = """
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["mine"], "runs": 2, "warmups": 0, "onNodeLoss": "requeue",
          "options": { "items": 2000, "payloadBytes": 1000, "keys": 3 } }
        """;

    [Fact]
    public Task Jobs_end_once_while_nodes_are_killed() => RunWithKillsAsync(jobs: 5, TimeSpan.FromSeconds(4), killsPerJob: 1);

    /// <summary>The proof of docs/nodes.md, about ten minutes.</summary>
    [Fact(Explicit = true)]
    public Task Two_hundred_jobs_end_once_while_a_node_is_killed_every_twenty_seconds() =>
        RunWithKillsAsync(jobs: 200, TimeSpan.FromSeconds(20), killsPerJob: 2);

    [Fact]
    public async Task A_node_that_is_stopped_beyond_its_lease_loses_its_job_and_joins_again()
    {
        await using var first = await StartAsync("first");
        var id = await first.QueueAsync(Long);
        await first.UntilAsync($"/api/jobs/{id}", HasRun);
        await using var second = await StartAsync("second");
        await using var monitor = await JobOrderMonitor.StartAsync(Redis);
        await monitor.UntilWriteAsync(id, Ct);
        await first.SignalAllAsync("STOP");
        var (stopped, stoppedAt) = (Stopwatch.GetTimestamp(), DateTimeOffset.UtcNow);

        var repeated = (await second.UntilAsync("/api/jobs", list => list["jobs"]!.AsArray() is [{ } newest, _]
            && newest.Text("node") == "second" && newest.Text("state") == "running"))["jobs"]![0]!.Text("id")!;
        var lost = await second.GetAsync($"/api/jobs/{id}");
        ((DateTimeOffset)(await second.GetAsync($"/api/jobs/{repeated}"))["createdAt"]! - stoppedAt).ShouldBeInRange(
            TimeSpan.FromSeconds(8), TimeSpan.FromSeconds(40),
            "a node is lost when its beat is 12 s old; the last one was up to 3 s before the stop, and a busy machine is late");
        await monitor.UntilWriteAsync(repeated, Ct);
        TestContext.Current.TestOutputHelper!
            .WriteLine($"The repeated job wrote {Stopwatch.GetElapsedTime(stopped).TotalSeconds:0.0} s after the stop.");
        var gone = (await second.ListAsync("/api/nodes")).Single(node => node!.Text("name") == "first")!;
        gone.Text("state").ShouldBe("lost");
        ((DateTimeOffset)gone["lastSeen"]! - stoppedAt).Duration().ShouldBeLessThan(TimeSpan.FromSeconds(5), "the time of its last beat");
        (await monitor.EndAsync()).ShouldBe(
            [JobOrderMonitor.KeyOf(id), JobOrderMonitor.KeyOf(repeated)], "the repeated job writes when the other one no longer does");

        await first.SignalAllAsync("CONT");
        await first.UntilAsync("/health/ready", answer => answer.Text("status") == "ready");
        await Poll.UntilAsync(
            async () => (await first.ListAsync("/api/nodes")).Single(node => node!.Text("name") == "first")!.Text("state") == "active");

        // What the first node had sent before it found out is written at once. Nothing follows.
        await using var after = await JobOrderMonitor.StartAsync(Redis);
        await second.UntilAsync($"/api/jobs/{repeated}", HasRun);
        await after.UntilWriteAsync(repeated, Ct);
        (await after.EndAsync()).ShouldBe([JobOrderMonitor.KeyOf(repeated)]);

        lost.Text("state").ShouldBe("interrupted");
        lost.Text("error")!.ShouldStartWith("Node first was lost while it measured this job");
        (await second.GetAsync($"/api/jobs/{id}"))["cases"]!.ToJsonString().ShouldBe(
            lost["cases"]!.ToJsonString(), "no run of the lost execution is stored later");
        var next = await second.QueueAsync(Short.With("node", "first"));
        await second.KillAsync();
        (await first.UntilAsync($"/api/jobs/{next}", job => job.Text("state") == "completed")).Text("node").ShouldBe("first");
    }

    [Fact]
    public async Task A_second_node_of_the_same_name_is_refused()
    {
        await using var first = await StartAsync("same");

        await using var second = NodeProcess.Start("same", Folder, "other", Database.ConnectionString("ledger"), Redis.Address);

        var (code, _, errors) = await second.EndAsync();
        code.ShouldBe(1);
        errors.ShouldContain($"Another RedisPerf on {Environment.MachineName} is node same of this ledger. "
            + "Stop it, or give this one its own name with RedisPerf__Node.");
        (await first.GetAsync("/health/ready")).Text("status").ShouldBe("ready");
    }

    private async Task RunWithKillsAsync(int jobs, TimeSpan pause, int killsPerJob)
    {
        await using var monitor = await JobOrderMonitor.StartAsync(Redis);
        var nodes = await Task.WhenAll(new[] { "first", "second", "third" }.Select(name => StartAsync(name)));
        try
        {
            foreach (var job in Enumerable.Range(0, jobs))
            {
                await nodes[job % nodes.Length].QueueAsync(
                    Short.Replace("\"runs\": 2", "\"runs\": 6", StringComparison.Ordinal).With("note", $"job {job}"));
            }

            // A job that is lost more than three times is not repeated again; a repeated job keeps the note.
            var kills = new Dictionary<string, int>();
            while (await nodes[0].JobsAsync() is var all && all.Any(job => job.Text("state") is "running" or "queued"))
            {
                var running = all.FirstOrDefault(job => job.Text("state") == "running");
                var wait = TimeSpan.FromMilliseconds(100);
                if (running?.Text("note") is { } note && kills.GetValueOrDefault(note) < killsPerJob
                    && Array.FindIndex(nodes, node => node.Name == running.Text("node")) is >= 0 and var victim)
                {
                    kills[note] = kills.GetValueOrDefault(note) + 1;
                    await nodes[victim].KillAsync();
                    await nodes[victim].DisposeAsync();
                    nodes[victim] = await StartAsync(nodes[victim].Name);
                    wait = pause;
                }

                await Task.Delay(wait, Ct);
            }

            TestContext.Current.TestOutputHelper!.WriteLine($"{kills.Values.Sum()} nodes were killed.");
            kills.Values.Sum().ShouldBeGreaterThanOrEqualTo(Math.Max(1, jobs / 20));
            await CheckAsync(nodes[0], jobs, await monitor.EndAsync());
        }
        finally
        {
            foreach (var node in nodes)
            {
                await node.DisposeAsync();
            }
        }
    }

    private async Task CheckAsync(NodeProcess node, int jobs, IReadOnlyList<string> order)
    {
        var all = await node.JobsAsync();
        all.Select(job => job.Text("state")).Distinct().ShouldBeSubsetOf(["completed", "interrupted"]);
        all.Count(job => job.Text("state") == "completed").ShouldBe(
            jobs, string.Join("\n", all.Select(job => $"{job["number"]} {job.Text("state")} {job.Text("node")} {job.Text("error")}")));
        foreach (var job in all.Where(job => job.Text("state") == "completed"))
        {
            CheckRuns(await node.GetAsync($"/api/jobs/{job.Text("id")}"), 6);
        }

        // A node that restarts before the others notice continues its job, and another job may have been measured in between.
        var resumes = all.ToDictionary(job => Guid.Parse(job.Text("id")!), job => (int)job["resumes"]!);
        order.Distinct().Count().ShouldBeGreaterThanOrEqualTo(jobs, "the monitor sees each job");
        order.CountBy(job => Guid.ParseExact(job, "N")).ShouldAllBe(
            job => job.Value <= 1 + resumes[job.Key], "a job writes when no other job writes");
        await Poll.UntilAsync(async () => await Redis.CountKeysAsync("redisperf:*") == 0);
    }
}
