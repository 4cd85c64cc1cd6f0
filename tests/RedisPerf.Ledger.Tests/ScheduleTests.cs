using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Ledger.Tests;

public abstract class ScheduleTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : ScheduleTests(new SqliteStorage());

    private static readonly DateTimeOffset Due = Now.AddHours(16);

    private ScheduleLedger Schedules => new(Ledger.Database);

    [Fact]
    public async Task A_schedule_is_unchanged_after_a_restart()
    {
        var schedule = await AddAsync("nightly");
        await CloseAsync();
        await OpenAsync();

        var kept = (await Schedules.FindAsync(schedule.Id, Ct)).ShouldNotBeNull();

        Json(kept.Schedule).ShouldBe(Json(schedule));
        kept.Schedule.Request.Benchmark.ShouldBe("sample");
        kept.NextAt.ShouldBe(Due);
        kept.LastJob.ShouldBeNull();
        kept.MissedCount.ShouldBe(0);
        kept.Missed.ShouldBeEmpty();
        (await Schedules.FindAsync(Guid.CreateVersion7(), Ct)).ShouldBeNull();
    }

    [Fact]
    public async Task Schedules_are_listed_by_unique_name()
    {
        await AddAsync("b");
        var first = await AddAsync("a");

        (await Schedules.AddAsync(Sample("b"), Due, Ct)).ShouldBe(ScheduleOutcome.NameTaken);
        (await Schedules.ChangeAsync(first with { Name = "b" }, Due, Ct)).ShouldBe(ScheduleOutcome.NameTaken);

        (await Schedules.ListAsync(Ct)).Select(kept => kept.Schedule.Name).ShouldBe(["a", "b"]);
    }

    [Fact]
    public async Task Renaming_a_schedule_renames_it_in_its_jobs_only()
    {
        var schedule = await AddAsync("nightly");
        await AddAsync("other");
        var job = await FireAsync(schedule);
        var foreign = SampleBenchmark.Job(Now) with { Schedule = "other" };
        await Ledger.EnqueueAsync(foreign, 10, Ct);

        (await Schedules.ChangeAsync(schedule with { Name = "every run" }, Due, Ct)).ShouldBe(ScheduleOutcome.Saved);

        (await Ledger.FindAsync(job.Id, Ct))!.Schedule.ShouldBe("every run");
        (await Ledger.FindAsync(foreign.Id, Ct))!.Schedule.ShouldBe("other");
        (await FoundAsync("every")).ShouldBe([job.Id]);
        (await FoundAsync("nightly")).ShouldBeEmpty();
        (await FoundAsync("other")).ShouldBe([foreign.Id]);
        (await Schedules.FindAsync(schedule.Id, Ct))!.LastJob!.Document.Schedule.ShouldBe("every run");

        async Task<IEnumerable<Guid>> FoundAsync(string word) =>
            (await Ledger.ListAsync(new(Search: word), Ct)).Jobs.Select(found => found.Document.Id);
    }

    [Fact]
    public async Task The_next_time_changes_only_with_the_recurrence()
    {
        var schedule = await AddAsync("nightly");

        await Schedules.ChangeAsync(schedule with { Name = "renamed", Note = "another" }, Due.AddDays(1), Ct);
        (await Schedules.FindAsync(schedule.Id, Ct))!.NextAt.ShouldBe(Due);

        await Schedules.ChangeAsync(schedule with { Cron = "0 3 * * *" }, Due.AddHours(1), Ct);
        var kept = (await Schedules.FindAsync(schedule.Id, Ct))!;
        kept.NextAt.ShouldBe(Due.AddHours(1));
        kept.Schedule.Cron.ShouldBe("0 3 * * *");
        (await Schedules.ChangeAsync(Sample("none"), Due, Ct)).ShouldBe(ScheduleOutcome.NotFound);
    }

    [Fact]
    public async Task A_paused_schedule_is_due_only_after_it_is_resumed()
    {
        var schedule = await AddAsync("nightly");

        (await Schedules.PauseAsync(schedule.Id, Ct)).ShouldBeTrue();
        await Schedules.ChangeAsync(schedule with { Cron = "0 3 * * *" }, Due, Ct);

        var paused = (await Schedules.FindAsync(schedule.Id, Ct))!;
        paused.Schedule.Paused.ShouldBeTrue();
        paused.NextAt.ShouldBeNull();
        (await Schedules.DueAsync(Due.AddYears(1), Ct)).ShouldBeEmpty();

        (await Schedules.ResumeAsync(schedule.Id, Due.AddDays(3), Ct)).ShouldBeTrue();
        (await Schedules.ResumeAsync(schedule.Id, Due.AddDays(9), Ct)).ShouldBeTrue("it is already active");
        (await Schedules.FindAsync(schedule.Id, Ct))!.NextAt.ShouldBe(Due.AddDays(3));
        (await Schedules.PauseAsync(Guid.CreateVersion7(), Ct)).ShouldBeFalse();
        (await Schedules.ResumeAsync(Guid.CreateVersion7(), Due, Ct)).ShouldBeFalse();
    }

    [Fact]
    public async Task A_schedule_that_is_added_paused_is_not_due()
    {
        await Schedules.AddAsync(Sample("nightly") with { Paused = true }, Due, Ct);

        (await Schedules.DueAsync(Due, Ct)).ShouldBeEmpty();
        (await Schedules.ListAsync(Ct)).ShouldHaveSingleItem().NextAt.ShouldBeNull();
    }

    [Fact]
    public async Task Due_schedules_are_ordered_by_due_time()
    {
        await Schedules.AddAsync(Sample("late"), Due, Ct);
        await Schedules.AddAsync(Sample("early"), Due.AddHours(-1), Ct);
        await Schedules.AddAsync(Sample("not yet"), Due.AddTicks(1), Ct);

        (await Schedules.DueAsync(Due, Ct)).Select(kept => kept.Schedule.Name).ShouldBe(["early", "late"]);
    }

    [Fact]
    public async Task Concurrent_calls_fire_a_schedule_once()
    {
        var schedule = await AddAsync("nightly");

        var outcomes = await Task.WhenAll(Enumerable.Range(0, 8).Select(number => Task.Run(
            () => Schedules.FireAsync(schedule.Id, Due, Due.AddDays(1), SampleBenchmark.Job(Due.AddSeconds(number)), 10, Ct))));

        outcomes.Count(outcome => outcome == FireOutcome.Queued).ShouldBe(1);
        outcomes.Count(outcome => outcome == FireOutcome.NotDue).ShouldBe(7);
        var job = (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem().Document;
        job.Schedule.ShouldBe("nightly");
        var kept = (await Schedules.FindAsync(schedule.Id, Ct))!;
        kept.NextAt.ShouldBe(Due.AddDays(1));
        kept.LastJob!.Document.Id.ShouldBe(job.Id);
    }

    [Theory]
    [InlineData(false, FireOutcome.StillQueued)]
    [InlineData(true, FireOutcome.StillRunning)]
    public async Task Queues_no_job_while_the_previous_one_is_queued_or_running(bool runs, FireOutcome outcome)
    {
        var schedule = await AddAsync("nightly");
        var before = await FireAsync(schedule);
        if (runs)
        {
            await Ledger.StartAsync(before.Id, Node, () => Due, [], Ct);
        }

        (await Schedules.FireAsync(schedule.Id, Due.AddDays(1), Due.AddDays(2), SampleBenchmark.Job(Due.AddDays(1)), 10, Ct)).ShouldBe(outcome);
        (await Schedules.RunAsync(schedule.Id, SampleBenchmark.Job(Due), 10, Ct)).ShouldBe(outcome);

        (await Schedules.FindAsync(schedule.Id, Ct))!.NextAt.ShouldBe(Due.AddDays(1));
        (await Ledger.CountQueuedAsync(Ct)).ShouldBe(runs ? 0 : 1);
    }

    [Fact]
    public async Task A_full_queue_leaves_the_schedule_due()
    {
        var schedule = await AddAsync("nightly");
        await QueuedAsync();

        await Should.ThrowAsync<QueueFullException>(() => Schedules.FireAsync(schedule.Id, Due, Due.AddDays(1), SampleBenchmark.Job(Due), 1, Ct));

        var kept = (await Schedules.FindAsync(schedule.Id, Ct))!;
        kept.NextAt.ShouldBe(Due);
        kept.LastJob.ShouldBeNull();
    }

    [Fact]
    public async Task A_paused_schedule_can_run_on_demand_and_remains_paused()
    {
        var schedule = await AddAsync("nightly");
        await Schedules.PauseAsync(schedule.Id, Ct);
        var job = SampleBenchmark.Job(Now);

        (await Schedules.FireAsync(schedule.Id, Due, Due.AddDays(1), job, 10, Ct)).ShouldBe(FireOutcome.NotDue);
        (await Schedules.RunAsync(schedule.Id, job, 10, Ct)).ShouldBe(FireOutcome.Queued);

        var kept = (await Schedules.FindAsync(schedule.Id, Ct))!;
        kept.LastJob!.Document.Id.ShouldBe(job.Id);
        kept.NextAt.ShouldBeNull();
        (await Schedules.RunAsync(Guid.CreateVersion7(), SampleBenchmark.Job(Now), 10, Ct)).ShouldBe(FireOutcome.NotDue);
    }

    [Fact]
    public async Task Records_missed_runs_newest_first_and_sets_the_next_time()
    {
        var schedule = await AddAsync("nightly");
        var other = await AddAsync("other");

        (await MissAsync(schedule, Due, 3, 1_000)).ShouldBeTrue();
        (await MissAsync(schedule, Due, 3, 1_000)).ShouldBeFalse("it is no longer due at that time");

        var kept = (await Schedules.FindAsync(schedule.Id, Ct))!;
        kept.MissedCount.ShouldBe(1_000);
        kept.Missed.Select(run => (run.DueAt, run.Reason.ToText()))
            .ShouldBe([(Due.AddHours(2), "why 2"), (Due.AddHours(1), "why 1"), (Due, "why 0")]);
        kept.NextAt.ShouldBe(Due.AddHours(3));
        (await Schedules.FindAsync(other.Id, Ct))!.Missed.ShouldBeEmpty();
    }

    [Fact]
    public async Task Stores_the_last_missed_runs_and_counts_all()
    {
        var schedule = await AddAsync("hourly");

        await MissAsync(schedule, Due, 60, 60);
        await MissAsync(schedule, Due.AddHours(60), 60, 60);

        var kept = (await Schedules.ListAsync(Ct)).ShouldHaveSingleItem();
        kept.MissedCount.ShouldBe(120);
        kept.Missed.Count.ShouldBe(ScheduleRecord.MissedShown);
        kept.Missed[0].DueAt.ShouldBe(Due.AddHours(119));
        (await Ledger.Database.ReadAsync(
            connection => Dapper.SqlMapper.ExecuteScalarAsync<long>(connection, "SELECT COUNT(*) FROM missed_scheduled_runs"), Ct))
            .ShouldBe(ScheduleLedger.MissedStored);
    }

    [Fact]
    public async Task Deleting_a_schedule_deletes_its_missed_runs_and_keeps_its_jobs()
    {
        var schedule = await AddAsync("nightly");
        var job = await FireAsync(schedule);
        await MissAsync(schedule, Due.AddDays(1), 1, 1);

        (await Schedules.DeleteAsync(schedule.Id, notify: false, Due, Ct)).ShouldBeTrue();
        (await Schedules.DeleteAsync(schedule.Id, notify: false, Due, Ct)).ShouldBeFalse();

        (await Ledger.FindAsync(job.Id, Ct))!.Schedule.ShouldBe("nightly");
        (await Ledger.Database.ReadAsync(
            connection => Dapper.SqlMapper.ExecuteScalarAsync<long>(connection, "SELECT COUNT(*) FROM missed_scheduled_runs"), Ct)).ShouldBe(0);
    }

    [Fact]
    public async Task The_last_job_has_its_best_case_until_it_is_deleted()
    {
        var schedule = await AddAsync("nightly");
        var job = await FireAsync(schedule);
        await Ledger.StartAsync(job.Id, Node, () => Due, [], Ct);
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(JobState.Completed, null));

        var last = (await Schedules.FindAsync(schedule.Id, Ct))!.LastJob.ShouldNotBeNull();
        last.Document.State.ShouldBe(JobState.Completed);
        last.Best!.Strategy.ShouldBe("quick");

        await Ledger.DeleteAsync(job.Id, Ct);
        (await Schedules.FindAsync(schedule.Id, Ct))!.LastJob.ShouldBeNull();
    }

    private static Schedule Sample(string name) => new()
    {
        Id = Guid.CreateVersion7(),
        Name = name,
        Cron = "0 2 * * *",
        TimeZone = "Europe/Berlin",
        Request = SampleBenchmark.Request,
        Note = "each run",
        CreatedAt = Now,
    };

    private async Task<Schedule> AddAsync(string name)
    {
        var schedule = Sample(name);
        (await Schedules.AddAsync(schedule, Due, Ct)).ShouldBe(ScheduleOutcome.Saved);
        return schedule;
    }

    private async Task<Job> FireAsync(Schedule schedule)
    {
        var job = SampleBenchmark.Job(Due);
        (await Schedules.FireAsync(schedule.Id, Due, Due.AddDays(1), job, 10, Ct)).ShouldBe(FireOutcome.Queued);
        return job;
    }

    private Task<bool> MissAsync(Schedule schedule, DateTimeOffset due, int hours, long count) => Schedules.MissAsync(
        schedule.Id,
        due,
        due.AddHours(hours),
        [.. Enumerable.Range(0, hours)
            .Select(hour => new MissedRun(due.AddHours(hour), Reason.FromText(string.Create(CultureInfo.InvariantCulture, $"why {hour}"))))],
        count,
        Ct);
}
