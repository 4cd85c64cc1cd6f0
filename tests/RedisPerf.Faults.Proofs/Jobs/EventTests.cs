using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;
using RedisPerf.Web.Tests.Live;

namespace RedisPerf.Faults.Proofs.Jobs;

public sealed class EventTests
{
    [Fact]
    public async Task The_events_of_a_job_lead_from_its_snapshot_to_its_end_and_then_the_stream_closes()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.Json)).Text("id")!;
        await using var stream = await EventStream.OpenAsync(host, id);

        stream.Response.Content.Headers.ContentType!.MediaType.ShouldBe("text/event-stream");
        stream.Response.Headers.GetValues("X-Accel-Buffering").ShouldBe(["no"]);
        var events = await stream.UntilAsync("end");

        (await stream.NextAsync()).ShouldBeNull();
        events[0].Type.ShouldBe("snapshot");
        events[0].Data.Names().ShouldContain("cases");
        events.Skip(1).ShouldNotContain(sent => sent.Type == "snapshot");
        events[^1].Data.Text("state").ShouldBe("completed");
        Runs(events).Count.ShouldBe(9);
        var run = events.First(sent => sent.Type == "run").Data;
        run.Names().ShouldBe(["strategy", "target", "client", "point", "at", "key", "run"]);
        run["run"]!.Names().ShouldContain("seconds");
        events.First(sent => sent.Type == "progress").Data.Names()
            .ShouldBe(["done", "total", "current", "reason", "case", "fraction", "percent", "secondsLeft", "left"]);

        // The last summary of each case equals the one in the ledger.
        var job = await host.GetAsync($"/api/jobs/{id}");
        foreach (var item in job["cases"]!.AsArray())
        {
            var sent = events.Last(sent => sent.Type == "summary" && sent.Data.Text("strategy") == item!.Text("strategy")).Data;
            sent.Names().ShouldBe(["strategy", "target", "client", "point", "at", "key", "summary"]);
            JsonNode.DeepEquals(sent["summary"], item!["summary"]).ShouldBeTrue();
        }
    }

    [Fact]
    public async Task A_client_that_reconnects_misses_no_run()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.Json)).Text("id")!;
        var seen = new HashSet<(string?, int)>();
        await using (var first = await EventStream.OpenAsync(host, id))
        {
            seen.UnionWith(Runs(await first.UntilAsync("run")));
        }

        await using var second = await EventStream.OpenAsync(host, id);
        var events = await second.UntilAsync("end");

        var snapshot = events[0];
        snapshot.Type.ShouldBe("snapshot");
        seen.ShouldBeSubsetOf(Snapshot(snapshot.Data));
        seen.UnionWith(Snapshot(snapshot.Data));
        seen.UnionWith(Runs(events));
        seen.Count.ShouldBe(9);
    }

    [Fact]
    public async Task A_page_gets_formatted_rows_and_texts_and_other_clients_do_not()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.Json)).Text("id")!;
        await using var page = await EventStream.OpenAsync(host, id, "?view=page");
        await using var client = await EventStream.OpenAsync(host, id);

        var events = await page.UntilAsync("end");

        (await client.UntilAsync("end")).ShouldNotContain(sent => sent.Type == "rows" || sent.Type == "page");
        events[0].Data.Names().ShouldNotContain("environment");
        var rows = events.Where(sent => sent.Type == "rows").ToArray();
        rows.Sum(sent => sent.Data["runs"]!.AsArray().Count).ShouldBeGreaterThanOrEqualTo(9);
        var job = await host.GetAsync($"/api/jobs/{id}");
        var units = rows[^1].Data["units"]!["summary"]!.AsObject();
        var factor = units.Text("median") switch { "s" => 1, "ms" => 1e3, "µs" => 1e6, var other => throw new InvalidOperationException(other) };
        foreach (var item in job["cases"]!.AsArray())
        {
            var last = rows.SelectMany(sent => sent.Data["cases"]!.AsArray()).Last(row => row!.Text("strategy") == item!.Text("strategy"))!;
            double.Parse(last["cells"]!["median"]!.Text("text")!, CultureInfo.InvariantCulture).ShouldBe(
                (double)item!["summary"]!["median"]! * factor, tolerance: 0.01 * (double)item["summary"]!["median"]! * factor);
        }

        events.Last(sent => sent.Type == "page").Data["facts"]!.AsArray().ShouldContain(fact => fact!.Text("term") == $"target {SmallJob.Target}");
    }

    [Fact]
    public async Task A_job_that_has_ended_is_a_snapshot_and_an_end()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        await host.CancelAsync(id);
        await host.EndedAsync(id);
        await using var stream = await EventStream.OpenAsync(host, id);

        var events = await stream.UntilAsync("end");

        events.Select(sent => sent.Type).ShouldBe(["snapshot", "end"]);
        (await stream.NextAsync()).ShouldBeNull();
    }

    [Fact]
    public async Task A_waiting_job_gets_a_ping_within_fifteen_seconds_its_position_and_an_end_when_it_is_cancelled()
    {
        const int factor = 5;
        await using var host = WebHost.Start(new AcceleratedTime(factor));
        var first = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(first, "running");
        var second = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        var third = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        await using var stream = await EventStream.OpenAsync(host, third);
        ((int?)(await stream.NextAsync())!.Value.Data["queuePosition"]).ShouldBe(2);

        var start = Stopwatch.GetTimestamp();
        (await stream.NextAsync())!.Value.Type.ShouldBe("ping");
        (Stopwatch.GetElapsedTime(start) * factor).ShouldBeLessThan(TimeSpan.FromSeconds(15));

        await host.CancelAsync(second);
        ((int?)(await stream.UntilAsync("state"))[^1].Data["queuePosition"]).ShouldBe(1);
        await host.CancelAsync(third);
        (await stream.UntilAsync("end"))[^1].Data.Text("state").ShouldBe("cancelled");
    }

    [Fact]
    public async Task A_waiting_job_is_running_before_its_targets_are_open()
    {
        await using var host = WebHost.Start();
        var first = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(first, "running");
        var second = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        await using var stream = await EventStream.OpenAsync(host, second, "?view=page");
        // Each connection starts with the position, which may have changed while the page had none.
        (await stream.UntilAsync("page")).Select(sent => sent.Type).ShouldBe(["snapshot", "page"]);

        await host.CancelAsync(first);
        var events = await stream.UntilAsync("progress");

        events.First(sent => sent.Type == "state" && sent.Data.Text("state") == "running").Data["environment"]
            .ShouldBeNull("it is known once the targets are open");
        events.Last(sent => sent.Type == "page").Data["position"].ShouldBeNull();
    }

    [Fact]
    public async Task The_program_ends_at_once_while_a_client_is_connected()
    {
        var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await using var stream = await EventStream.OpenAsync(host, id);
        await stream.UntilAsync("progress");

        var start = Stopwatch.GetTimestamp();
        await host.DisposeAsync();

        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(4));
    }

    private static List<(string?, int)> Runs(IEnumerable<(string Type, JsonObject Data)> events) =>
        [.. events.Where(sent => sent.Type == "run").Select(sent => (sent.Data.Text("strategy"), (int)sent.Data["run"]!["round"]!))];

    private static HashSet<(string?, int)> Snapshot(JsonObject job) =>
        [.. job["cases"]!.AsArray().SelectMany(item => item!["runs"]!.AsArray().Select(run => (item!.Text("strategy"), (int)run!["round"]!)))];
}
