using System.Diagnostics;
using System.Net;
using Hangfire;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Web.Background;
using RedisPerf.Web.Tests;
using RedisPerf.Web.Tests.Background;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Faults.Proofs.Jobs;

public sealed class QueueTests
{
    [Fact]
    public async Task Jobs_run_in_sequence_in_their_order_and_report_their_places()
    {
        await using var host = WebHost.Start();
        var first = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(first, "running");

        var second = await host.QueueAsync(SmallJob.ShortJson);
        var third = await host.QueueAsync(SmallJob.ShortJson);

        ((int?)second["queuePosition"]).ShouldBe(1);
        ((int?)third["queuePosition"]).ShouldBe(2);
        await host.CancelAsync(first);
        var ended = await host.EndedAsync(third.Text("id")!);
        var before = await host.GetAsync($"/api/jobs/{second.Text("id")}");
        before.Text("state").ShouldBe("completed");
        Time(ended["startedAt"]!).ShouldBeGreaterThanOrEqualTo(Time(before["endedAt"]!));
    }

    [Fact]
    public async Task A_clock_that_is_set_back_by_two_hours_changes_no_order_and_delays_no_job()
    {
        using var folder = new DataFolder();
        var clock = new ManualClock(new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero));
        string second;
        string third;
        await using (var host = WebHost.StartOn(folder, clock))
        {
            var first = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
            await host.UntilAsync(first, "running");
            second = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
            clock.MoveTo(clock.GetUtcNow().AddHours(-2));
            third = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
            ((int?)(await host.GetAsync($"/api/jobs/{third}"))["queuePosition"]).ShouldBe(2);

            await host.CancelAsync(first);
            await host.UntilAsync(second, "running");
        }

        // The second job is interrupted; the third one is queued.
        await using var restarted = WebHost.StartOn(folder, clock);
        (await restarted.EndedAsync(third)).Text("state").ShouldBe("completed");
        (await restarted.GetAsync($"/api/jobs/{second}")).Text("state").ShouldBe("interrupted");
    }

    [Fact]
    public async Task A_running_job_is_cancelled_within_about_two_seconds_and_the_next_one_runs()
    {
        await using var host = WebHost.Start();
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(running, "running");
        using (var refused = await host.Client.DeleteAsync($"/api/jobs/{running}", Ct))
        {
            refused.StatusCode.ShouldBe(HttpStatusCode.Conflict);
            (await refused.ProblemAsync()).Text("detail").ShouldBe("The job is waiting or running. Cancel it first.");
        }

        var start = Stopwatch.GetTimestamp();
        (await host.CancelAsync(running)).StatusCode.ShouldBe(HttpStatusCode.Accepted);
        var job = await host.EndedAsync(running);

        // The limit of a cancellation is two seconds. The rest is a margin for a busy machine.
        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(4));
        job.Text("state").ShouldBe("cancelled");
        job["error"].ShouldBeNull();
        (await host.EndedAsync((await host.QueueAsync(SmallJob.ShortJson)).Text("id")!)).Text("state").ShouldBe("completed");

        (await host.Client.DeleteAsync($"/api/jobs/{running}", Ct)).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await host.Client.GetAsync($"/api/jobs/{running}", Ct)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task A_job_is_cancelled_at_any_moment_of_its_start()
    {
        await using var host = WebHost.Start();
        for (var attempt = 0; attempt < 8; attempt++)
        {
            var id = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
            await Task.Delay(50 * attempt, Ct);

            (await host.CancelAsync(id)).StatusCode.ShouldBe(HttpStatusCode.Accepted);

            (await host.EndedAsync(id)).Text("state").ShouldBe("cancelled");
        }
    }

    [Fact]
    public async Task A_waiting_job_is_cancelled_without_ever_running_and_the_others_move_up()
    {
        await using var host = WebHost.Start();
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(running, "running");
        var first = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        var second = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;

        (await host.CancelAsync(first)).StatusCode.ShouldBe(HttpStatusCode.Accepted);

        var cancelled = await host.GetAsync($"/api/jobs/{first}");
        cancelled.Text("state").ShouldBe("cancelled");
        cancelled["startedAt"].ShouldBeNull();
        ((int?)(await host.GetAsync($"/api/jobs/{second}"))["queuePosition"]).ShouldBe(1);
    }

    [Fact]
    public async Task Jobs_that_come_at_once_run_in_the_order_of_their_places()
    {
        await using var host = WebHost.Start();
        var first = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(first, "running");

        var queued = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => host.QueueAsync(SmallJob.ShortJson)));

        var places = await Task.WhenAll(
            queued.Select(async job => (Id: job.Text("id")!, Place: (int?)(await host.GetAsync($"/api/jobs/{job.Text("id")}"))["queuePosition"])));
        places.Select(job => job.Place).ShouldBe([1, 2, 3, 4, 5], ignoreOrder: true);
        await host.CancelAsync(first);
        var starts = new List<DateTimeOffset>();
        foreach (var (id, _) in places.OrderBy(job => job.Place))
        {
            starts.Add(Time((await host.EndedAsync(id))["startedAt"]!));
        }

        starts.ShouldBe(starts.Order());
    }

    [Fact]
    public async Task A_full_queue_refuses_with_the_time_of_the_next_attempt()
    {
        await using var host = WebHost.Start(("RedisPerf:QueueLimit", "1"));
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(running, "running");
        await host.QueueAsync(SmallJob.ShortJson);

        using var refused = await host.PostAsync(SmallJob.ShortJson);

        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        refused.Headers.RetryAfter!.Delta.ShouldNotBeNull();
        (await refused.ProblemAsync()).Text("detail")
            .ShouldBe("The queue is full: its limit is 1. Try again when a job has ended, or raise RedisPerf__QueueLimit.");
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().Count.ShouldBe(2);
    }

    [Fact]
    public async Task A_job_that_ran_when_the_program_was_ended_is_interrupted_and_the_waiting_one_runs_at_the_next_start()
    {
        using var folder = new DataFolder();
        string running;
        string waiting;
        await using (var host = WebHost.StartOn(folder))
        {
            running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
            await host.UntilAsync(running, "running");
            waiting = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        }

        folder.Servers.ShouldBeEmpty();
        await using (var host = WebHost.StartOn(folder))
        {
            var interrupted = await host.GetAsync($"/api/jobs/{running}");
            interrupted.Text("state").ShouldBe("interrupted");
            interrupted.Text("error").ShouldBe("RedisPerf was stopped while this job ran.");
            (await host.EndedAsync(waiting)).Text("state").ShouldBe("completed");
        }
    }

    [Fact]
    public async Task A_ledger_that_fails_is_reported_by_the_readiness_and_not_by_the_liveness()
    {
        await using var host = WebHost.Start();
        await using (var connection = new Microsoft.Data.Sqlite.SqliteConnection(
            $"Data Source={Path.Combine(host.Folder, "ledger.db")};Pooling=False"))
        {
            await connection.OpenAsync(Ct);
            await using var command = connection.CreateCommand();
            command.CommandText = "ALTER TABLE jobs RENAME TO gone";
            await command.ExecuteNonQueryAsync(Ct);
        }

        using var ready = await host.Client.GetAsync("/health/ready", Ct);

        ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await ready.ProblemAsync()).Text("detail").ShouldNotBeNull().ShouldStartWith("The ledger does not answer: The ledger ");
        (await host.Client.GetAsync("/health/live", Ct)).StatusCode.ShouldBe(HttpStatusCode.OK);
        using var broken = await host.Client.GetAsync("/api/jobs", Ct);
        broken.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await broken.ProblemAsync()).Text("detail").ShouldNotBeNull().ShouldStartWith("The ledger ");
        broken.Headers.Contains("X-Content-Type-Options").ShouldBeTrue();
        using var page = await host.Client.GetAsync("/jobs", Ct);
        page.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await page.Content.ReadAsStringAsync(Ct)).ShouldContain("The ledger ");
    }

    [Fact]
    public async Task A_program_without_a_background_server_for_jobs_is_not_ready()
    {
        await using var host = WebHost.Start();
        await Poll.UntilAsync(async () => (await host.Client.GetAsync("/health/ready", Ct)).StatusCode == HttpStatusCode.OK);

        using (var connection = host.Services.GetRequiredService<JobStorage>().GetConnection())
        {
            connection.RemoveServer(
                host.Monitoring().Servers().Single(server => server.Queues.Contains(QueueNames.MeasurementQueue(Environment.MachineName))).Name);
        }

        using var ready = await host.Client.GetAsync("/health/ready", Ct);
        ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await ready.ProblemAsync()).Text("detail").ShouldBe("No background server executes jobs: RedisPerf is starting or stopping.");
        (await host.Client.GetAsync("/health/live", Ct)).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    private static DateTimeOffset Time(System.Text.Json.Nodes.JsonNode node) => (DateTimeOffset)node;
}
