using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>A job that has ended gets more rounds. If they do not end regularly, it has its earlier state again.</summary>
public abstract class AddedRoundsTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : AddedRoundsTests(new SqliteStorage());

    private static Reason Why { get; } = Reason.Of(ReasonCode.NoReplyInTime);

    [Theory]
    [InlineData(JobState.Interrupted)]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Failed)]
    public async Task Without_an_added_run_the_job_is_as_before_and_has_the_reason(JobState end)
    {
        var (before, job) = await ContinuedAsync();

        await RecordAsync(job, new JobEvent.Progressed(new(0, 0, 0, null) { Current = Reason.FromText("a step") }), new JobEvent.Ended(end, Why));

        var after = await FindAsync(job);
        Json(after with { Error = null, Resumes = 0 }).ShouldBe(Json(before));
        (after.Error, after.Resumes).ShouldBe((Why, 1));
    }

    [Theory]
    [InlineData(JobState.Interrupted)]
    [InlineData(JobState.Cancelled)]
    public async Task A_run_that_was_cut_is_no_added_run(JobState end)
    {
        var (before, job) = await ContinuedAsync();
        var cut = SampleBenchmark.Ran("slow", 2, 1);

        await RecordAsync(job, cut with { Run = new() { Round = 2, Warmup = false, State = RunState.Cancelled } }, new JobEvent.Ended(end, null));

        Json(await FindAsync(job) with { Resumes = 0 }).ShouldBe(Json(before));
    }

    [Fact]
    public async Task A_cancel_in_the_queue_leaves_the_job_as_before()
    {
        var before = await CompletedAsync();
        await AddAsync(before.Id);

        (await Ledger.CancelQueuedAsync(before.Id, Now.AddHours(1), Ct)).ShouldBeTrue();

        Json(await FindAsync(before) with { Resumes = 0 }).ShouldBe(Json(before));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_failed_job_has_its_own_reason_again(bool starts)
    {
        var job = await RunningAsync();
        await RecordAsync(
            job, new JobEvent.Started(SampleBenchmark.Environment), SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(JobState.Failed, Why));
        await AddAsync(job.Id);

        if (starts)
        {
            await RecordAsync(await StartAsync(job.Id), new JobEvent.Ended(JobState.Cancelled, null));
        }
        else
        {
            await Ledger.CancelQueuedAsync(job.Id, Now.AddHours(1), Ct);
        }

        var after = await FindAsync(job);
        (after.State, after.Error).ShouldBe((JobState.Failed, Why));
    }

    [Fact]
    public async Task A_run_that_is_excluded_while_the_job_waits_is_not_in_its_best_case()
    {
        var job = await RunningAsync();
        var (slow, disturbed) = (SampleBenchmark.Ran("slow", 1, 2), SampleBenchmark.Ran("quick", 1, 0.1));
        await RecordAsync(
            job, new JobEvent.Started(SampleBenchmark.Environment), slow, disturbed with { Run = disturbed.Run with { Disturbed = [Why] } },
            SampleBenchmark.Ran("quick", 2, 3), new JobEvent.Ended(JobState.Completed, null));
        await AddAsync(job.Id);
        await Ledger.ExcludeRunAsync(job.Id, new("quick", Coordinates.Of("here")), 1, exclude: true, Ct);

        await Ledger.CancelQueuedAsync(job.Id, Now.AddHours(1), Ct);

        (await Ledger.ListAsync(new(), Ct)).Jobs[0].Best.ShouldBe(new BestCase("slow", Coordinates.Of("here"), 2));
    }

    [Fact]
    public async Task A_job_without_an_added_run_is_not_repeated_when_its_node_is_lost()
    {
        var job = SampleBenchmark.Job(Now);
        job = job with { Request = job.Request with { OnNodeLoss = NodeLoss.Requeue } };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        await RecordAsync(await StartAsync(job.Id), new JobEvent.Started(SampleBenchmark.Environment), SampleBenchmark.Ran("quick", 1, 1.5),
            new JobEvent.Ended(JobState.Completed, null));
        await AddAsync(job.Id);
        var running = await StartAsync(job.Id);

        var recovery =
            await Recoveries.AbandonAsync([new(job.Id, Node.Name, running.Lease, job.Request.Targets)], Now.AddHours(1), TimeSpan.FromHours(1), Ct);

        recovery.Queued.ShouldBeEmpty();
        (await FindAsync(job)).State.ShouldBe(JobState.Completed);
        (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem();
    }

    [Fact]
    public async Task A_baseline_that_is_changed_while_it_waits_remains()
    {
        var before = await CompletedAsync();
        await AddAsync(before.Id);
        (await Ledger.ChangeBaselineAsync(before.Id, "quick", Ct)).ShouldBe(ChangeOutcome.Changed);

        await Ledger.CancelQueuedAsync(before.Id, Now.AddHours(1), Ct);

        (await FindAsync(before)).Request.Baseline.ShouldBe("quick");
    }

    [Theory]
    [InlineData(JobState.Cancelled, JobState.Completed)]
    [InlineData(JobState.Failed, JobState.Completed)]
    [InlineData(JobState.Interrupted, JobState.Interrupted)]
    [InlineData(JobState.Completed, JobState.Completed)]
    public async Task With_an_added_run_the_job_keeps_it(JobState end, JobState expected)
    {
        var (_, job) = await ContinuedAsync();

        await RecordAsync(job, SampleBenchmark.Ran("quick", 2, 1.5), new JobEvent.Ended(end, Why));

        var after = await FindAsync(job);
        (after.State, after.Error, after.Request.Until).ShouldBe((expected, Why, RunUntil.Decided));
        (await Ledger.RunsAsync(job.Id, Ct)).Count.ShouldBe(2);
    }

    [Fact]
    public async Task An_interruption_can_be_resumed_and_a_cancel_after_it_completes_the_job()
    {
        var (_, job) = await ContinuedAsync();
        await RecordAsync(job, SampleBenchmark.Ran("quick", 2, 1.5));
        await Recoveries.RecoverAsync(Node.Name, Now.AddHours(1), TimeSpan.Zero, Ct);
        (await FindAsync(job)).State.ShouldBe(JobState.Interrupted);

        (await new RequeueLedger(Ledger.Database).ResumeAsync(job.Id, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Changed);
        (await Ledger.CancelQueuedAsync(job.Id, Now.AddHours(2), Ct)).ShouldBeTrue();

        (await FindAsync(job)).State.ShouldBe(JobState.Completed);
    }

    [Fact]
    public async Task A_job_that_waits_for_its_rounds_shows_their_request_and_no_end()
    {
        var before = await CompletedAsync();
        await AddAsync(before.Id);

        var waiting = await FindAsync(before);

        (waiting.State, waiting.EndedAt, waiting.Progress).ShouldBe((JobState.Queued, null, null));
        (waiting.Request.Until, waiting.Request.BudgetSeconds).ShouldBe((RunUntil.Decided, 60));
        (await Ledger.ListAsync(new(State: JobState.Queued), Ct)).Jobs.ShouldHaveSingleItem().Document.QueuePosition.ShouldBe(1);
        (await Ledger.ListAsync(new(State: JobState.Completed), Ct)).Jobs.ShouldBeEmpty();
    }

    [Fact]
    public async Task Until_its_first_added_run_the_row_is_as_before()
    {
        const string Row = "SELECT request || progress || ended_at FROM jobs WHERE id = @Id";
        var before = await CompletedAsync();
        var stored = await ReadAsync();
        await AddAsync(before.Id);
        var job = await StartAsync(before.Id);
        await RecordAsync(job, new JobEvent.Progressed(new(4, 9, 0.4, 1)));

        (await ReadAsync()).ShouldBe(stored);
        (await FindAsync(job)).Progress.ShouldBe(new(4, 9, 0.4, 1), "another node shows its progress");

        await RecordAsync(job, SampleBenchmark.Ran("quick", 2, 1.5));
        (await ReadAsync()).ShouldNotBe(stored);
        (await FindAsync(job)).Progress.ShouldBe(new(4, 9, 0.4, 1));

        Task<string> ReadAsync() =>
            Ledger.Database.ReadAsync(async connection => (await connection.ExecuteScalarAsync<string>(Row, new { before.Id }))!, Ct);
    }

    [Fact]
    public async Task A_job_that_waits_or_runs_is_not_removed_for_the_age_of_its_last_end()
    {
        var history = new JobHistory(Ledger.Database);
        var job = await CompletedAsync();
        await AddAsync(job.Id);
        (await history.RemoveEndedBeforeAsync(Now.AddDays(1), Ct)).ShouldBe(0);
        await StartAsync(job.Id);
        (await history.RemoveEndedBeforeAsync(Now.AddDays(1), Ct)).ShouldBe(0);
        await RecordAsync(await StartedAsync(job.Id), new JobEvent.Ended(JobState.Cancelled, null));

        (await history.RemoveEndedBeforeAsync(Now.AddDays(1), Ct)).ShouldBe(1);
    }

    [Fact]
    public async Task Rounds_that_end_without_a_run_because_each_comparison_is_decided_complete_the_job()
    {
        var (_, job) = await ContinuedAsync();
        await RecordAsync(job, new JobEvent.Progressed(new(4, 4, 1, 0)), new JobEvent.Ended(JobState.Completed, null));

        var after = await FindAsync(job);
        (after.State, after.Request.Until, after.EndedAt, after.Progress?.Done)
            .ShouldBe((JobState.Completed, RunUntil.Decided, Now.AddMinutes(1), 4));
    }

    [Fact]
    public async Task A_full_queue_does_not_change_the_job()
    {
        var before = await CompletedAsync();
        await QueuedAsync(10);

        await Should.ThrowAsync<QueueFullException>(() => new RequeueLedger(Ledger.Database).AddRoundsAsync(before.Id, 60, queueLimit: 1, Ct));

        Json(await FindAsync(before)).ShouldBe(Json(before));
    }

    private async Task<Job> StartedAsync(Guid id) => (await Ledger.FindJobAsync(id, Ct)).ShouldNotBeNull();

    private async Task<JobDocument> CompletedAsync()
    {
        var job = await RunningAsync();
        await RecordAsync(job, new JobEvent.Started(SampleBenchmark.Environment), new JobEvent.Progressed(new(3, 3, 1, 0)),
            SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(JobState.Completed, null));
        return await FindAsync(job);
    }

    private async Task<(JobDocument Before, Job Job)> ContinuedAsync()
    {
        var before = await CompletedAsync();
        await AddAsync(before.Id);
        return (before, await StartAsync(before.Id));
    }

    private async Task<Job> StartAsync(Guid id) => (await Ledger.StartAsync(id, Node, () => Now.AddHours(1), [], Ct)).ShouldNotBeNull();

    private async Task AddAsync(Guid id) =>
        (await new RequeueLedger(Ledger.Database).AddRoundsAsync(id, 60, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Changed);

    private Task<JobDocument> FindAsync(Job job) => FindAsync(job.Id);

    private Task<JobDocument> FindAsync(JobDocument job) => FindAsync(job.Id);

    private async Task<JobDocument> FindAsync(Guid id) => (await Ledger.FindAsync(id, Ct)).ShouldNotBeNull();
}
