using System.Net;
using RedisPerf.Web.Background;
using RedisPerf.Web.Tests.Background;

namespace RedisPerf.Web.Tests.Schedules;

/// <summary>Schedules are fired by a clock that the test moves. Hangfire goes by the machine's clock, so the test triggers the recurring job that looks for due schedules.</summary>
public sealed class ScheduleFiringTests
{
    private const string NotRunning = "RedisPerf did not run at that time, or its machine slept.";

    private static readonly DateTimeOffset Evening = new(2026, 6, 1, 20, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Night = new(2026, 6, 2, 2, 30, 0, TimeSpan.Zero);

    [Fact]
    public async Task A_night_comes_and_its_job_is_run_for_the_schedule()
    {
        var clock = new HandClock(Evening);
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));
        (await host.GetAsync(address)).Next().ShouldBe([Night, Night.AddDays(1), Night.AddDays(2)]);

        clock.MoveTo(Night);
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each["lastJob"] is not null);

        schedule.Next()[0].ShouldBe(Night.AddDays(1));
        schedule.Missed().ShouldBeEmpty();
        var job = await host.EndedAsync(schedule.Text("lastJob")!);
        job.Text("state").ShouldBe("completed");
        job.Text("requestedBy").ShouldBe("schedule");
        job.Text("schedule").ShouldBe("nightly");
        ((DateTimeOffset)job["createdAt"]!).ShouldBe(Night);
    }

    [Fact]
    public async Task A_new_schedule_is_found_at_the_next_minute()
    {
        var clock = new HandClock(Evening.AddSeconds(30));
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("soon", "* * * * *"));

        clock.MoveTo(Evening.AddMinutes(1));
        host.Trigger(Housekeeping.Schedules);

        (await host.UntilAsync(address, each => each["lastJob"] is not null)).Next()[0].ShouldBe(Evening.AddMinutes(2));
    }

    [Fact]
    public async Task Nights_that_passed_while_the_program_was_down_are_missed_and_not_made_up_for()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "0 * * * *");

        await using var host = WebHost.StartOn(folder, new HandClock(Evening.AddHours(3).AddMinutes(16)));
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(Evening.AddHours(3), NotRunning), (Evening.AddHours(2), NotRunning), (Evening.AddHours(1), NotRunning)]);
        schedule["lastJob"].ShouldBeNull();
        schedule.Next()[0].ShouldBe(Evening.AddHours(4));
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ShouldBeEmpty();
        (await host.Client.GetStringAsync($"/schedules/{schedule.Text("id")}", TestContext.Current.CancellationToken)).ShouldContain($"missed: {NotRunning}");
    }

    [Fact]
    public async Task A_night_that_is_some_minutes_late_is_still_a_night()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "0 * * * *");

        await using var host = WebHost.StartOn(folder, new HandClock(Evening.AddHours(2).AddMinutes(15)));
        var schedule = await host.UntilAsync(address, each => each["lastJob"] is not null);

        schedule.Missed().ShouldBe([(Evening.AddHours(1), NotRunning)]);
        schedule.Next()[0].ShouldBe(Evening.AddHours(3));
    }

    [Fact]
    public async Task A_machine_that_sleeps_through_the_night_misses_it()
    {
        var clock = new HandClock(Evening);
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));

        clock.MoveTo(Night.AddHours(6));
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(Night, NotRunning)]);
        schedule.Next()[0].ShouldBe(Night.AddDays(1));
        schedule["lastJob"].ShouldBeNull();
    }

    [Fact]
    public async Task Of_a_long_absence_the_last_nights_are_told_and_the_others_counted()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "* * * * *");
        var back = Evening.AddDays(30);

        await using var host = WebHost.StartOn(folder, new HandClock(back));
        var schedule = await host.UntilAsync(address, each => each["lastJob"] is not null);

        // The last minute is not late: it has its job.
        schedule.Missed().Select(night => night.DueAt).ShouldBe(Enumerable.Range(1, 10).Select(minute => back.AddMinutes(-minute)));
        (await host.Client.GetStringAsync("/schedules", TestContext.Current.CancellationToken)).ShouldContain("43,199 missed");
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().Count.ShouldBe(1);
    }

    [Fact]
    public async Task A_paused_schedule_misses_nothing_and_goes_on_from_when_it_is_resumed()
    {
        using var folder = new DataFolder();
        var address = await LeaveAsync(folder, "0 * * * *", async (host, schedule) => (await host.SendAsync(HttpMethod.Post, $"{schedule}/pause")).EnsureSuccessStatusCode().Dispose());
        var clock = new HandClock(Evening.AddHours(9).AddMinutes(1));
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
    public async Task A_full_queue_costs_the_night_with_the_reason()
    {
        var clock = new HandClock(Evening);
        await using var host = WebHost.Start(clock, ("RedisPerf:QueueLimit", "1"));
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(running, "running");
        await host.QueueAsync(SmallJob.ShortJson);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *"));

        clock.MoveTo(Night);
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(Night, "The queue is full: 1 job waits already. Try again when one has ended, or raise RedisPerf__QueueLimit.")]);
        schedule["lastJob"].ShouldBeNull();
        schedule.Next()[0].ShouldBe(Night.AddDays(1));
        using var refused = await host.SendAsync(HttpMethod.Post, $"{address}/run");
        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        refused.Headers.RetryAfter.ShouldNotBeNull();
    }

    [Fact]
    public async Task A_job_that_still_runs_costs_the_next_night()
    {
        var clock = new HandClock(Evening);
        await using var host = WebHost.Start(clock);
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *", SmallJob.EndlessJson));
        clock.MoveTo(Night);
        host.Trigger(Housekeeping.Schedules);
        var job = (await host.UntilAsync(address, each => each["lastJob"] is not null)).Text("lastJob")!;
        await host.UntilAsync(job, "running");

        clock.MoveTo(Night.AddDays(1));
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldBe([(Night.AddDays(1), "The schedule's job before this one was still running.")]);
        schedule.Text("lastJob").ShouldBe(job);
        using var refused = await host.SendAsync(HttpMethod.Post, $"{address}/run");
        refused.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await refused.ProblemAsync()).Text("detail").ShouldBe("The schedule's job before this one was still running.");
    }

    [Fact]
    public async Task A_target_that_is_gone_costs_the_night_with_the_reason()
    {
        using var folder = new DataFolder();
        string address;
        await using (var before = WebHost.StartOn(folder, new HandClock(Evening), ("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", "127.0.0.1:1")))
        {
            address = await before.AddScheduleAsync(ScheduleCalls.Json("nightly", "30 2 * * *", SmallJob.ShortJson.Replace("\"embedded\"", "\"mine\"", StringComparison.Ordinal)));
        }

        var clock = new HandClock(Night.AddSeconds(-1));
        await using var host = WebHost.StartOn(folder, clock);
        clock.MoveTo(Night);
        host.Trigger(Housekeeping.Schedules);
        var schedule = await host.UntilAsync(address, each => each.Missed().Length > 0);

        schedule.Missed().ShouldHaveSingleItem().Reason.ShouldStartWith("Unknown target \"mine\". Valid targets: ");
        using var refused = await host.SendAsync(HttpMethod.Post, $"{address}/run");
        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await refused.ProblemAsync()).Error("request.targets").ShouldNotBeNull().ShouldStartWith("Unknown target \"mine\"");
    }

    /// <summary>Adds a schedule in the evening and ends the program.</summary>
    private static async Task<string> LeaveAsync(DataFolder folder, string cron, Func<WebHost, string, Task>? afterwards = null)
    {
        await using var host = WebHost.StartOn(folder, new HandClock(Evening));
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly", cron));
        if (afterwards is not null)
        {
            await afterwards(host, address);
        }

        return address;
    }
}
