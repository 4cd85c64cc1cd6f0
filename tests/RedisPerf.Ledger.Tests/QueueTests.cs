using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

public abstract class QueueTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : QueueTests(new SqliteStorage());

    [Fact]
    public async Task A_queued_job_is_read_unchanged()
    {
        var job = SampleBenchmark.Job(Now.AddTicks(1_234_567)) with { Schedule = "nightly" };
        await Ledger.EnqueueAsync(job, 1, Ct);

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        document.ShouldSatisfyAllConditions(
            () => document.Id.ShouldBe(job.Id),
            () => document.Benchmark.ShouldBe("sample"),
            () => document.State.ShouldBe(JobState.Queued),
            () => document.RequestedBy.ShouldBe(RequestedBy.Api),
            () => document.Schedule.ShouldBe("nightly"),
            () => document.Note.ShouldBe("a note"),
            () => Json(document.Request).ShouldBe(Json(SampleBenchmark.Request)),
            () => document.QueuePosition.ShouldBe(1),
            () => document.CreatedAt.ShouldBe(job.CreatedAt),
            () => document.StartedAt.ShouldBeNull());
    }

    [Fact]
    public async Task A_full_queue_rejects_jobs_with_the_limit()
    {
        await QueuedAsync();
        await QueuedAsync(1);
        var job = SampleBenchmark.Job(Now.AddSeconds(2));

        var error = await Should.ThrowAsync<QueueFullException>(() => Ledger.EnqueueAsync(job, 2, Ct));

        error.Reason.ShouldBe(Reason.Of(ReasonCode.QueueFull, ("limit", 2)));
        (await Ledger.FindAsync(job.Id, Ct)).ShouldBeNull();
        (await Ledger.CountQueuedAsync(Ct)).ShouldBe(2);
    }

    [Fact]
    public async Task A_running_job_that_gives_its_place_waits_before_the_jobs_that_were_queued_after_it()
    {
        Job[] before = [await QueuedAsync(), await QueuedAsync(1)];
        var running = await RunningAsync(2);
        foreach (var job in before)
        {
            await Ledger.CancelQueuedAsync(job.Id, Now, Ct);
        }

        var (first, second) = (await QueuedAsync(3), await QueuedAsync(4));

        await new RequeueLedger(Ledger.Database).YieldToAsync(running.Id, first.Id, Ct);

        (await Ledger.QueuedAsync(Ct)).Select(job => job.Id).ShouldBe([first.Id, running.Id, second.Id]);
    }

    [Fact]
    public async Task Concurrent_requests_do_not_exceed_the_queue_limit()
    {
        var queued = 0;

        // A writer of PostgreSQL waits for 1.5 seconds. On a busy machine, more writers at a time wait longer for each other.
        await Parallel.ForAsync(0, 40, new ParallelOptions { MaxDegreeOfParallelism = 6, CancellationToken = Ct }, async (number, ct) =>
        {
            try
            {
                await Ledger.EnqueueAsync(SampleBenchmark.Job(Now.AddSeconds(number)), 10, ct);
                Interlocked.Increment(ref queued);
            }
            catch (QueueFullException)
            {
                // The limit is reached.
            }
        });

        queued.ShouldBe(10);
        (await Ledger.CountQueuedAsync(Ct)).ShouldBe(10);
    }

    [Fact]
    public async Task The_running_job_does_not_count_as_queued()
    {
        await RunningAsync();
        await QueuedAsync(1);

        await Ledger.EnqueueAsync(SampleBenchmark.Job(Now.AddSeconds(2)), 2, Ct);

        (await Ledger.CountQueuedAsync(Ct)).ShouldBe(2);
    }

    [Fact]
    public async Task Positions_count_from_the_next_and_move_up()
    {
        var first = await QueuedAsync();
        var second = await QueuedAsync(1);
        var third = await QueuedAsync(2);

        (await PositionAsync(third)).ShouldBe(3);
        await Ledger.StartAsync(first.Id, Node, () => Now, [], Ct);
        (await PositionAsync(first)).ShouldBeNull();
        (await PositionAsync(third)).ShouldBe(2);
        await Ledger.CancelQueuedAsync(second.Id, Now, Ct);
        (await PositionAsync(third)).ShouldBe(1);
    }

    [Fact]
    public async Task A_job_starts_once()
    {
        var job = await QueuedAsync();

        var started =
            await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() => Ledger.StartAsync(job.Id, Node, () => Now.AddSeconds(5), [], Ct))));

        var only = started.OfType<Job>().ShouldHaveSingleItem();
        only.State.ShouldBe(JobState.Running);
        only.StartedAt.ShouldBe(Now.AddSeconds(5));
        only.Request.Benchmark.ShouldBe("sample");
        Json(only.Request).ShouldBe(Json(SampleBenchmark.Request));
    }

    [Fact]
    public async Task A_cancelled_job_does_not_start()
    {
        var job = await QueuedAsync();

        (await Ledger.CancelQueuedAsync(job.Id, Now.AddSeconds(3), Ct)).ShouldBeTrue();

        (await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct)).ShouldBeNull();
        (await Ledger.CancelQueuedAsync(job.Id, Now, Ct)).ShouldBeFalse();
        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
        document.State.ShouldBe(JobState.Cancelled);
        document.EndedAt.ShouldBe(Now.AddSeconds(3));
    }

    [Fact]
    public async Task A_running_job_cannot_be_cancelled_as_queued()
    {
        var job = await RunningAsync();

        (await Ledger.CancelQueuedAsync(job.Id, Now, Ct)).ShouldBeFalse();
        (await Ledger.CancelQueuedAsync(Guid.CreateVersion7(), Now, Ct)).ShouldBeFalse();
    }

    [Fact]
    public async Task An_earlier_start_of_a_job_records_nothing_after_a_later_one()
    {
        var earlier = await RunningAsync();
        await Recoveries.RecoverAsync(Node.Name, Now.AddMinutes(1), TimeSpan.Zero, Ct);
        (await new RequeueLedger(Ledger.Database).ResumeAsync(earlier.Id, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Changed);
        var later = (await Ledger.StartAsync(earlier.Id, Node, () => Now.AddMinutes(2), [], Ct)).ShouldNotBeNull();
        later.Lease.ShouldBeGreaterThan(earlier.Lease);

        await Should.ThrowAsync<JobNotHeldException>(
            () => Ledger.RecordAsync(earlier.Id, earlier.Lease, SampleBenchmark.Ran("quick", 1, 1.5), Now.AddMinutes(3), Ct));
        await Ledger.RecordAsync(earlier.Id, later.Lease, SampleBenchmark.Ran("quick", 1, 2.5), Now.AddMinutes(3), Ct);

        (await Ledger.FindAsync(earlier.Id, Ct))!.Cases.SelectMany(@case => @case.Runs).ShouldHaveSingleItem().Seconds.ShouldBe(2.5);
    }

    [Fact]
    public async Task After_a_crash_running_jobs_are_interrupted_and_queued_jobs_remain()
    {
        var running = await RunningAsync();
        await RecordAsync(running, SampleBenchmark.Ran("quick", 1, 1.5),
            new JobEvent.Progressed(new(1, 18, 0.1, 20) { Current = Reason.FromText("slow, run 1 of 2") }));
        var first = await QueuedAsync(10);
        var second = await QueuedAsync(20);
        await CloseAsync();
        await OpenAsync();

        var recovery = await Recoveries.RecoverAsync(Node.Name, Now.AddHours(1), TimeSpan.Zero, Ct);

        recovery.Queued.Select(job => job.Id).ShouldBe([first.Id, second.Id]);
        recovery.Interrupted.ShouldHaveSingleItem().Id.ShouldBe(running.Id);
        var document = (await Ledger.FindAsync(running.Id, Ct)).ShouldNotBeNull();
        document.ShouldSatisfyAllConditions(
            () => document.State.ShouldBe(JobState.Interrupted),
            () => document.Error.ToText().ShouldBe("RedisPerf ended while this job ran."),
            () => document.EndedAt.ShouldBe(Now.AddHours(1)),
            () => document.Progress.ShouldBe(new Progress(1, 18, 0.1, null)),
            () => document.Cases[0].Runs.ShouldHaveSingleItem().Seconds.ShouldBe(1.5));
        (await Ledger.ListAsync(new(State: JobState.Interrupted), Ct)).Jobs.ShouldHaveSingleItem().Best
            .ShouldBe(new BestCase("quick", Coordinates.Of("here"), 1.5));

        var again = await Recoveries.RecoverAsync(Node.Name, Now.AddHours(2), TimeSpan.Zero, Ct);
        again.Queued.Select(job => job.Id).ShouldBe([first.Id, second.Id]);
        again.Interrupted.ShouldBeEmpty();
        (await Ledger.FindAsync(running.Id, Ct))!.EndedAt.ShouldBe(Now.AddHours(1));
    }

    [Fact]
    public async Task The_order_is_that_of_queueing_also_when_the_clock_is_set_back()
    {
        var first = await QueuedAsync(secondsLater: 7_200);
        var second = await QueuedAsync(secondsLater: 0);
        var third = await QueuedAsync(secondsLater: 3_600);

        foreach (var (job, position) in new[] { (first, 1), (second, 2), (third, 3) })
        {
            (await Ledger.FindAsync(job.Id, Ct))!.QueuePosition.ShouldBe(position);
        }

        (await Recoveries.RecoverAsync(Node.Name, Now, TimeSpan.Zero, Ct)).Queued.Select(job => job.Id).ShouldBe([first.Id, second.Id, third.Id]);
    }

    [Fact]
    public async Task Only_a_job_that_has_ended_is_deleted()
    {
        var queued = await QueuedAsync();
        var running = await RunningAsync(1);
        var ended = await EndedAsync(2);

        (await Ledger.DeleteAsync(queued.Id, Ct)).ShouldBe(DeleteOutcome.NotEnded);
        (await Ledger.DeleteAsync(running.Id, Ct)).ShouldBe(DeleteOutcome.NotEnded);
        (await Ledger.DeleteAsync(ended.Id, Ct)).ShouldBe(DeleteOutcome.Deleted);
        (await Ledger.DeleteAsync(ended.Id, Ct)).ShouldBe(DeleteOutcome.NotFound);
        (await Ledger.FindAsync(ended.Id, Ct)).ShouldBeNull();
    }

    private async Task<int?> PositionAsync(Job job)
    {
        var position = (await Ledger.FindAsync(job.Id, Ct))!.QueuePosition;
        (await Ledger.ListAsync(new(), Ct)).Jobs.Single(listed => listed.Document.Id == job.Id).Document.QueuePosition.ShouldBe(position);
        return position;
    }
}
