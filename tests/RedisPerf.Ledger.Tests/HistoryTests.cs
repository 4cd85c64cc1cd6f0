using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Ledger.Tests;

/// <summary>Finding and removing jobs.</summary>
public abstract class HistoryTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : HistoryTests(new SqliteStorage());

    private JobHistory History => new(Ledger.Database);

    [Fact]
    public async Task Each_filter_and_each_combination_selects_matching_jobs()
    {
        var plain = await AddAsync(0);
        var scheduled = await AddAsync(1, targets: ["there"], schedule: "nightly", note: "After the ÜPGRADE: 50% off_line");
        var starred = await AddAsync(2, targets: ["here", "there"], schedule: "nightly");
        await History.StarAsync(starred, starred: true, Ct);

        (await FindAsync(new(Target: "here"))).ShouldBe([starred, plain]);
        (await FindAsync(new(Target: "there"))).ShouldBe([starred, scheduled]);
        (await FindAsync(new(Target: "her"))).ShouldBeEmpty();
        (await FindAsync(new(Schedule: "nightly"))).ShouldBe([starred, scheduled]);
        (await FindAsync(new(Schedule: "Nightly"))).ShouldBeEmpty("a schedule is found by its exact name");
        (await FindAsync(new(Starred: true))).ShouldBe([starred]);
        (await FindAsync(new(Starred: false))).ShouldBe([scheduled, plain]);
        (await FindAsync(new(Target: "there", Starred: false))).ShouldBe([scheduled]);
        (await FindAsync(new("sample", JobState.Queued, Target: "there", Schedule: "nightly", Starred: true))).ShouldBe([starred]);
        (await FindAsync(new("sample", JobState.Failed, Target: "there", Schedule: "nightly", Starred: true))).ShouldBeEmpty();
        (await FindAsync(new(Target: "there", Before: starred))).ShouldBe([scheduled]);
        (await FindAsync(new(Note: "nothing of the kind"))).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("upgrade")]
    [InlineData("ÜPGRADE")]
    [InlineData("übergrößen-")]
    [InlineData("50% OFF_line")]
    [InlineData(@"c:\temp")]
    public async Task Finds_a_note_by_any_part_case_insensitively(string part)
    {
        var other = await AddAsync(0, note: "50 offline, c:temp, uebergroessen");
        var job = await AddAsync(1, note: @"Upgrade, üpgrade and ÜBERGRÖßEN-Test in C:\Temp: 50% off_line");

        (await FindAsync(new(Note: part))).ShouldBe([job]);
        (await FindAsync(new("sample", Target: "here", Note: part))).ShouldBe([job]);
        (await FindAsync(new(Note: "c"))).ShouldBe([job, other]);
    }

    [Fact]
    public async Task Times_of_recent_jobs_are_of_completed_jobs_on_this_machine()
    {
        var job = await RunningAsync();
        await RecordAsync(
            job,
            new JobEvent.Started(SampleBenchmark.Environment),
            SampleBenchmark.Ran("quick", 1, 1.5),
            SampleBenchmark.Ran("quick", 2, 2.5),
            new JobEvent.Ended(JobState.Completed, null));
        await EndedAsync(secondsLater: 5, state: JobState.Cancelled);

        var recent = (await History.RecentAsync("sample", SampleBenchmark.Environment.Machine, Ct)).ShouldHaveSingleItem();

        recent.Request.Strategies.ShouldBe(job.Request.Strategies);
        recent.Seconds.ShouldBe(59, "it started a second after it was queued, and ended after a minute");
        recent.Runs.ShouldBe([new("quick", SampleBenchmark.Ran("quick", 1, 1.5).Case.Target, 2, 4.0)]);
        (await History.RecentAsync("sample", "another machine", Ct)).ShouldBeEmpty();
        (await History.RecentAsync("another benchmark", SampleBenchmark.Environment.Machine, Ct)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Times_of_recent_jobs_are_of_no_job_that_was_continued_later()
    {
        var job = await RunningAsync();
        await RecordAsync(job, new JobEvent.Started(SampleBenchmark.Environment), SampleBenchmark.Ran("quick", 1, 1.5),
            new JobEvent.Ended(JobState.Completed, null));
        (await new RequeueLedger(Ledger.Database).AddRoundsAsync(job.Id, 60, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Changed);
        await Ledger.StartAsync(job.Id, Node, () => Now.AddDays(1), [], Ct);
        await RecordAsync(job, SampleBenchmark.Ran("quick", 2, 1.5), new JobEvent.Ended(JobState.Completed, null));

        (await History.RecentAsync("sample", SampleBenchmark.Environment.Machine, Ct)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Keeps_the_last_runs_of_a_schedule_and_their_reruns_at_any_age()
    {
        var schedule = new Schedule
        {
            Id = Guid.CreateVersion7(Now),
            Name = "weekly",
            Cron = "30 2 * * 1",
            TimeZone = "Etc/UTC",
            Request = SampleBenchmark.Request,
            CreatedAt = Now,
        };
        await new ScheduleLedger(Ledger.Database).AddAsync(schedule, null, Ct);
        var runs = new List<Guid>();
        for (var run = 0; run < JobHistory.ScheduledRunsKept + 3; run++)
        {
            runs.Add(await AddAsync(run, schedule: "weekly", state: JobState.Completed));
        }

        var failed = await AddAsync(500, schedule: "weekly", state: JobState.Failed);
        var gone = await AddAsync(501, schedule: "deleted", state: JobState.Completed);
        var rerun = await AddAsync(502, schedule: "weekly", state: JobState.Completed);
        await Ledger.Database.WriteAsync(connection =>
            connection.ExecuteAsync("UPDATE jobs SET confirms = @Confirmed WHERE id = @Id", new { Confirmed = runs[5], Id = rerun }), Ct);

        (await History.RemoveEndedBeforeAsync(Now.AddSeconds(900), Ct)).ShouldBe(5);

        (await FindAsync(new(Limit: 200))).ShouldBe([rerun, .. runs.Skip(3).Reverse()]);
        (await Ledger.FindAsync(failed, Ct)).ShouldBeNull();
        (await Ledger.FindAsync(gone, Ct)).ShouldBeNull();
    }

    [Theory]
    [InlineData(null, null, null, null)]
    [InlineData("here", null, null, null)]
    [InlineData(null, "nightly", null, null)]
    [InlineData("here", "nightly", "note", true)]
    public async Task Pages_are_complete_with_filters_and_equal_timestamps(string? target, string? schedule, string? note, bool? starred)
    {
        var jobs = new List<Guid>();
        for (var number = 0; number < 9; number++)
        {
            jobs.Add(await AddAsync(0, schedule: "nightly", note: $"Note {number}"));
            await History.StarAsync(jobs[^1], starred: true, Ct);
            await AddAsync(0, targets: ["elsewhere"]);
        }

        var seen = new List<Guid>();
        Guid? before = null;
        do
        {
            var page = await Ledger.ListAsync(new(Limit: 4, Before: before, Target: target, Schedule: schedule, Note: note, Starred: starred), Ct);
            seen.AddRange(page.Jobs.Select(job => job.Document.Id));
            before = page.Next;
        }
        while (before is not null);

        seen.ShouldBe(seen.OrderDescending());
        seen.Distinct().Count().ShouldBe(target is null && schedule is null ? 18 : 9);
        jobs.ShouldBeSubsetOf(seen);
    }

    [Fact]
    public async Task Lists_the_names_that_have_jobs()
    {
        await AddAsync(0, targets: ["b", "a"], schedule: "nightly");
        await AddAsync(1, targets: ["c"]);
        var gone = await AddAsync(2, targets: ["gone"], state: JobState.Completed);
        await Ledger.DeleteAsync(gone, Ct);

        var names = await History.NamesAsync(Ct);

        names.Benchmarks.ShouldBe(["sample"]);
        names.Targets.ShouldBe(["a", "b", "c"]);
        names.Schedules.ShouldBe(["nightly"]);
    }

    [Fact]
    public async Task Stars_and_notes_of_a_job_in_any_state_are_durable()
    {
        foreach (var job in new[] { await QueuedAsync(), await RunningAsync(1), await EndedAsync(2) })
        {
            (await History.StarAsync(job.Id, starred: true, Ct)).ShouldBeTrue();
            (await History.ChangeNoteAsync(job.Id, "Another", Ct)).ShouldBeTrue();
            await CloseAsync();
            await OpenAsync();
            var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
            document.Starred.ShouldBeTrue();
            document.Note.ShouldBe("Another");
            (await FindAsync(new(Note: "ANOTHER", Starred: true))).ShouldBe([job.Id]);

            await History.StarAsync(job.Id, starred: false, Ct);
            await History.ChangeNoteAsync(job.Id, null, Ct);
            document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
            document.Starred.ShouldBeFalse();
            document.Note.ShouldBeNull();
            (await FindAsync(new(Note: "another"))).ShouldBeEmpty();
        }

        (await History.StarAsync(Guid.NewGuid(), starred: true, Ct)).ShouldBeFalse();
        (await History.ChangeNoteAsync(Guid.NewGuid(), "x", Ct)).ShouldBeFalse();
    }

    [Fact]
    public async Task Removes_only_old_jobs_with_their_runs()
    {
        var old = new List<Guid>();
        for (var number = 0; number < 230; number++)
        {
            old.Add(await AddAsync(number, state: (JobState)(2 + (number % 4))));
        }

        var starred = old[100];
        await History.StarAsync(starred, starred: true, Ct);
        var recent = await AddAsync(1_000, state: JobState.Completed);
        var waiting = await AddAsync(0);

        (await History.RemoveEndedBeforeAsync(Now.AddSeconds(900), Ct)).ShouldBe(229);

        (await Ledger.ListAsync(new(Limit: 200), Ct)).Jobs.Select(job => job.Document.Id).ShouldBe([recent, starred, waiting], ignoreOrder: true);
        (await Ledger.FindAsync(starred, Ct)).ShouldNotBeNull().Cases[0].Runs.ShouldNotBeEmpty();
        (await CountAsync("runs")).ShouldBe(2);
        (await CountAsync("job_targets")).ShouldBe(3);
        (await History.RemoveEndedBeforeAsync(Now.AddSeconds(900), Ct)).ShouldBe(0);
    }

    [Fact]
    public async Task Names_are_ordered_by_their_bytes()
    {
        string[] names = ["b", "a-1", "B", "_", "a1", "ä", "A", "a 2", "é", "z", "10", "9"];
        foreach (var (index, name) in names.Index())
        {
            await AddAsync(index, [name], name);
        }

        var ordered = names.Order(StringComparer.Ordinal);

        (await History.NamesAsync(Ct)).Targets.ShouldBe(ordered);
        (await History.NamesAsync(Ct)).Schedules.ShouldBe(ordered);
    }

    private async Task<Guid> AddAsync(
        int seconds, string[]? targets = null, string? schedule = null, string? note = null, JobState state = JobState.Queued)
    {
        var now = Now.AddSeconds(seconds);
        var job = SampleBenchmark.Job(now) with
        { Note = note, Schedule = schedule, Request = SampleBenchmark.Request with { Targets = targets ?? ["here"] } };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        if (state != JobState.Queued)
        {
            var started = (await Ledger.StartAsync(job.Id, Node, () => now, [], Ct)).ShouldNotBeNull();
            await Ledger.RecordAsync(job.Id, started.Lease, SampleBenchmark.Ran("quick", 1, 1), now, Ct);
            await Ledger.RecordAsync(job.Id, started.Lease, new JobEvent.Ended(state, null), now, Ct);
        }

        return job.Id;
    }

    private async Task<IEnumerable<Guid>> FindAsync(JobFilter filter) => (await Ledger.ListAsync(filter, Ct)).Jobs.Select(job => job.Document.Id);

    private async Task<int> CountAsync(string table)
    {
        await using var connection = await ConnectAsync();
        return await connection.ExecuteScalarAsync<int>($"SELECT COUNT(*) FROM {table}");
    }
}
