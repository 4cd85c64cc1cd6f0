using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Ledger.Tests;

public abstract class ScheduledRunTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : ScheduledRunTests(new SqliteStorage());

    [Theory]
    [InlineData("insert", 20)]
    [InlineData("pipelining", 0.02)]
    [InlineData("load", 0.0003)]
    public async Task A_trend_has_the_times_that_the_benchmark_compares(string benchmark, double time)
    {
        var request = SampleBenchmark.Request with { Benchmark = benchmark, Strategies = ["a"], Targets = ["here"] };
        var job = Job.Create(request, RequestedBy.Schedule, Now) with { Schedule = "daily" };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        await Ledger.StartAsync(job.Id, Node, () => Now.AddSeconds(1), [], Ct);
        // 1,000 operations.
        var ran = SampleBenchmark.Ran("a", 1, 20);
        await RecordAsync(job, ran with { Run = ran.Run with { Figures = new Dictionary<string, double> { ["latencyMean"] = 0.0003 } } },
            new JobEvent.Ended(JobState.Completed, null));

        var record = (await new ScheduledRunLedger(Ledger.Database, Catalogue.Default).ListAsync("daily", 10, ct: Ct)).ShouldHaveSingleItem();

        record.Times[new("a", Coordinates.Of("here"))].ShouldBe([time]);
    }

    [Fact]
    public async Task A_rerun_that_continues_is_not_reviewed()
    {
        var (run, rerun) = await SuspiciousAsync();
        await RecordAsync(rerun, new JobEvent.Ended(JobState.Interrupted, null));

        // Its last event was at one minute.
        (await Runs.WaitingAsync(Now, Ct)).ShouldBeEmpty("its node continues it");
        (await Runs.WaitingAsync(Now.AddMinutes(2), Ct)).ShouldBe([run.Id]);
    }

    [Fact]
    public async Task The_repetition_of_a_lost_rerun_takes_its_place()
    {
        var (run, rerun) = await SuspiciousAsync();

        var recovery = await Recoveries.AbandonAsync(
            [new(rerun.Id, Node.Name, rerun.Lease, rerun.Request.Targets)], Now.AddMinutes(1), TimeSpan.FromHours(1), Ct);

        var repeated = recovery.Queued.ShouldHaveSingleItem();
        (await Runs.WaitingAsync(Now.AddMinutes(2), Ct)).ShouldBeEmpty();
        (await Runs.ListAsync("daily", 10, ct: Ct)).ShouldHaveSingleItem().Rerun!.Id.ShouldBe(repeated.Id);
        repeated.Confirms.ShouldBe(run.Id);
    }

    [Fact]
    public async Task The_reason_of_a_review_is_stored()
    {
        var (run, _) = await SuspiciousAsync();
        var reason = Reason.Of(ReasonCode.RerunNotCompleted, ("cases", "quick"), ("state", "cancelled"));
        await Runs.SaveAsync(new(run.Id, ScheduledRunState.Unconfirmed) { Reason = reason }, int.MaxValue, Now, Ct);

        (await Runs.ListAsync("daily", 10, ct: Ct)).ShouldHaveSingleItem().Reason.ShouldBe(reason);
    }

    private ScheduledRunLedger Runs => new(Ledger.Database, SampleBenchmark.Catalogue);

    protected async Task<Guid> OpenAlertAsync(Job run)
    {
        var alert = new Alert
        {
            Id = Guid.CreateVersion7(Now),
            State = AlertState.Open,
            ScheduleId = (await new ScheduleLedger(Ledger.Database).ListAsync(Ct)).ShouldHaveSingleItem().Schedule.Id,
            Schedule = "daily",
            Benchmark = "sample",
            Strategy = "quick",
            At = Coordinates.Of("here"),
            Ratio = new(2, 1.9, 2.1),
            Basis = Basis.Others,
            Since = Now,
            SinceJob = run.Id,
            Job = run.Id,
            ConfirmedBy = Guid.CreateVersion7(Now),
            LastJob = run.Id,
            OpenedAt = Now,
            UpdatedAt = Now,
        };
        await Runs.SaveAsync(
            new(run.Id, ScheduledRunState.Slower) { Suspects = [new("quick", Coordinates.Of("here"))], Opened = [alert] }, int.MaxValue, Now, Ct);
        return alert.Id;
    }

    // A scheduled run that looked slower, and its rerun, which runs.
    protected async Task<(Job Run, Job Rerun)> SuspiciousAsync()
    {
        await new ScheduleLedger(Ledger.Database).AddAsync(
            new()
            {
                Id = Guid.CreateVersion7(Now),
                Name = "daily",
                Cron = "0 2 * * *",
                TimeZone = "Etc/UTC",
                Request = SampleBenchmark.Request,
                CreatedAt = Now
            }, Now.AddHours(16), Ct);
        var run = SampleBenchmark.Job(Now) with { Schedule = "daily" };
        await Ledger.EnqueueAsync(run, int.MaxValue, Ct);
        await Ledger.StartAsync(run.Id, Node, () => Now, [], Ct);
        await RecordAsync(run, SampleBenchmark.Ran("quick", 1, 1), new JobEvent.Ended(JobState.Completed, null));
        var rerun = SampleBenchmark.Job(Now.AddSeconds(1)) with { Schedule = "daily", Confirms = run.Id };
        await Runs.SaveAsync(
            new(run.Id, ScheduledRunState.Suspicious) { Suspects = [new("quick", Coordinates.Of("here"))], Rerun = rerun }, int.MaxValue, Now, Ct);
        var started = (await Ledger.StartAsync(rerun.Id, Node, () => Now, [], Ct)).ShouldNotBeNull();
        await RecordAsync(started, new JobEvent.Started(SampleBenchmark.Environment));
        return (run, started);
    }
}
