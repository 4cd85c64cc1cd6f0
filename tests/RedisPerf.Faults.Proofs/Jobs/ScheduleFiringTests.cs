using System.Net;
using Hangfire;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Background;
using RedisPerf.Web.Tests;
using RedisPerf.Web.Tests.Background;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Faults.Proofs.Jobs;

/// <summary>Schedules are fired by a clock that the test moves. Hangfire uses the clock of the machine, so the test triggers the recurring
/// job that looks for due schedules.</summary>
public sealed class ScheduleFiringTests
{
    private const string NotRunning = "RedisPerf was not running at that time, or the machine was suspended.";

    private static readonly DateTimeOffset Evening = new(2026, 6, 1, 20, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset DueAt = new(2026, 6, 2, 2, 30, 0, TimeSpan.Zero);

    [Fact]
    public async Task A_due_schedule_runs_its_job()
    {
        var clock = new ManualClock(Evening);
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));
        (await host.GetAsync(address)).Next().ShouldBe([DueAt, DueAt.AddDays(1), DueAt.AddDays(2)]);

        clock.MoveTo(DueAt);
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each["lastJob"] is not null);

        schedule.Next()[0].ShouldBe(DueAt.AddDays(1));
        schedule.Missed().ShouldBeEmpty();
        var job = await host.EndedAsync(schedule.Text("lastJob")!);
        job.Text("state").ShouldBe("completed");
        job.Text("requestedBy").ShouldBe("schedule");
        job.Text("schedule").ShouldBe("nightly");
        ((DateTimeOffset)job["createdAt"]!).ShouldBe(DueAt);
    }

    [Fact]
    public async Task A_clock_that_was_ahead_for_days_and_is_set_back_loses_no_run()
    {
        var clock = new ManualClock(Evening);
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));
        clock.MoveTo(Evening.AddDays(5));
        host.Trigger(Housekeeping.Schedules);
        await host.UntilAsync(address, each => each.Missed().Length > 0);
        clock.MoveTo(Evening);
        host.Trigger(Housekeeping.Schedules);
        var ledger = host.Services.GetRequiredService<ScheduleLedger>();
        await Poll.UntilAsync(async () => (await ledger.ListAsync(Ct))[0].NextAt == DueAt);

        clock.MoveTo(DueAt);
        host.Trigger(Housekeeping.Schedules);

        (await host.UntilAsync(address, each => each["lastJob"] is not null)).Next()[0].ShouldBe(DueAt.AddDays(1));
    }

    [Fact]
    public async Task A_schedule_is_fired_by_the_timer_alone()
    {
        var clock = new ManualClock(Evening);
        await using var host = WebHost.Start(clock);
        // Hangfire waits for a time of the clock, which may have been set back.
        host.Services.GetRequiredService<IRecurringJobManagerV2>().RemoveIfExists(Housekeeping.Schedules);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));

        clock.MoveTo(DueAt);
        var first = (await host.UntilAsync(address, each => each["lastJob"] is not null)).Text("lastJob")!;
        await host.UntilAsync(first, "completed");
        clock.MoveTo(DueAt.AddDays(1));
        var second = (await host.UntilAsync(address, each => each.Text("lastJob") != first)).Text("lastJob")!;

        await host.UntilAsync(second, "completed");
    }

    [Fact]
    public async Task A_new_schedule_is_found_at_the_next_minute()
    {
        var clock = new ManualClock(Evening.AddSeconds(30));
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("soon", "* * * * *"));

        clock.MoveTo(Evening.AddMinutes(1));
        host.Trigger(Housekeeping.Schedules);

        (await host.UntilAsync(address, each => each["lastJob"] is not null)).Next()[0].ShouldBe(Evening.AddMinutes(2));
    }

    [Fact]
    public async Task Runs_during_downtime_are_missed_and_not_repeated()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "0 * * * *");

        await using var host = WebHost.StartOn(folder, new ManualClock(Evening.AddHours(3).AddMinutes(16)));
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(Evening.AddHours(3), NotRunning), (Evening.AddHours(2), NotRunning), (Evening.AddHours(1), NotRunning)]);
        schedule["lastJob"].ShouldBeNull();
        schedule.Next()[0].ShouldBe(Evening.AddHours(4));
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ShouldBeEmpty();
        (await host.Client.GetStringAsync($"/schedules/{schedule.Text("id")}", TestContext.Current.CancellationToken))
            .ShouldContain($"missed: {NotRunning}");
    }

    [Fact]
    public async Task A_run_that_is_minutes_late_still_starts()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "0 * * * *");

        await using var host = WebHost.StartOn(folder, new ManualClock(Evening.AddHours(2).AddMinutes(15)));
        var schedule = await host.UntilAsync(address, each => each["lastJob"] is not null);

        schedule.Missed().ShouldBe([(Evening.AddHours(1), NotRunning)]);
        schedule.Next()[0].ShouldBe(Evening.AddHours(3));
    }

    [Fact]
    public async Task A_run_during_suspension_of_the_machine_is_missed()
    {
        var clock = new ManualClock(Evening);
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));

        clock.MoveTo(DueAt.AddHours(6));
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(DueAt, NotRunning)]);
        schedule.Next()[0].ShouldBe(DueAt.AddDays(1));
        schedule["lastJob"].ShouldBeNull();
    }

    [Fact]
    public async Task After_a_long_downtime_the_last_missed_runs_are_listed_and_all_are_counted()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "* * * * *");
        var back = Evening.AddDays(30);

        await using var host = WebHost.StartOn(folder, new ManualClock(back));
        var schedule = await host.UntilAsync(address, each => each["lastJob"] is not null);

        // The last minute is not late: it has its job.
        schedule.Missed().Select(run => run.DueAt).ShouldBe(Enumerable.Range(1, 10).Select(minute => back.AddMinutes(-minute)));
        (await host.Client.GetStringAsync("/schedules", TestContext.Current.CancellationToken)).ShouldContain("43,199 missed");
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().Count.ShouldBe(1);
    }

    [Fact]
    public async Task A_paused_schedule_misses_no_runs_and_continues_when_resumed()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "0 * * * *",
            async (host, schedule) => (await host.SendAsync(HttpMethod.Post, $"{schedule}/pause")).EnsureSuccessStatusCode().Dispose());
        var clock = new ManualClock(Evening.AddHours(9).AddMinutes(1));
        await using var host = WebHost.StartOn(folder, clock);
        (await host.GetAsync(address)).Next().ShouldBeEmpty();

        var resumed = await (await host.SendAsync(HttpMethod.Post, $"{address}/resume")).AnswerAsync();

        resumed.Next()[0].ShouldBe(Evening.AddHours(10));
        clock.MoveTo(Evening.AddHours(10));
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each["lastJob"] is not null);
        schedule.Missed().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_run_is_missed_when_the_queue_is_full()
    {
        var clock = new ManualClock(Evening);
        await using var host = WebHost.Start(clock, ("RedisPerf:QueueLimit", "1"));
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(running, "running");
        await host.QueueAsync(SmallJob.ShortJson);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));

        clock.MoveTo(DueAt);
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(DueAt, "The queue is full: its limit is 1. Try again when a job has ended, or raise RedisPerf__QueueLimit.")]);
        schedule["lastJob"].ShouldBeNull();
        schedule.Next()[0].ShouldBe(DueAt.AddDays(1));
        using var refused = await host.SendAsync(HttpMethod.Post, $"{address}/run");
        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        refused.Headers.RetryAfter.ShouldNotBeNull();
    }

    [Fact]
    public async Task A_run_is_missed_while_the_previous_job_is_running()
    {
        var clock = new ManualClock(Evening);
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *", SmallJob.EndlessJson));
        clock.MoveTo(DueAt);
        host.Trigger(Housekeeping.Schedules);
        var job = (await host.UntilAsync(address, each => each["lastJob"] is not null)).Text("lastJob")!;
        await host.UntilAsync(job, "running");

        clock.MoveTo(DueAt.AddDays(1));
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(DueAt.AddDays(1), "The previous job of the schedule was still running.")]);
        schedule.Text("lastJob").ShouldBe(job);
        using var refused = await host.SendAsync(HttpMethod.Post, $"{address}/run");
        refused.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await refused.ProblemAsync()).Text("detail").ShouldBe("The previous job of the schedule was still running.");
    }

    [Fact]
    public async Task A_run_is_missed_when_its_target_no_longer_exists()
    {
        using var folder = new DataFolder();
        string address;
        await using (var before = WebHost.StartOn(
            folder, new ManualClock(Evening), ("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", "127.0.0.1:1")))
        {
            address = await before.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *", SmallJob.ShortJson.On("mine")));
        }

        var clock = new ManualClock(DueAt.AddSeconds(-1));
        await using var host = WebHost.StartOn(folder, clock);
        clock.MoveTo(DueAt);
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldHaveSingleItem().Reason.ShouldStartWith("Unknown target \"mine\". Valid targets: ");
        using var refused = await host.SendAsync(HttpMethod.Post, $"{address}/run");
        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await refused.ProblemAsync()).Error("request.targets").ShouldNotBeNull().ShouldStartWith("Unknown target \"mine\"");
    }

    /// <summary>Adds a schedule in the evening and stops the program.</summary>
    private static async Task<string> LeaveAsync(DataFolder folder, string cron, Func<WebHost, string, Task>? afterwards = null)
    {
        await using var host = WebHost.StartOn(folder, new ManualClock(Evening));
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", cron));
        if (afterwards is not null)
        {
            await afterwards(host, address);
        }

        return address;
    }
}
