using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>What happens with the job of a node that is lost, or of a process that ended.</summary>
public abstract class RecoveryTests(LedgerStorage storage) : LedgerTest(storage)
{
    private static readonly TimeSpan Grace = TimeSpan.FromMinutes(15);

    // LedgerTest records each event at this time.
    private static readonly DateTimeOffset LastEvent = Now.AddMinutes(1);

    public sealed class OnSqlite() : RecoveryTests(new SqliteStorage());

    [Theory]
    [InlineData(null, null, false)]
    [InlineData(null, "nightly", true)]
    [InlineData(NodeLoss.Interrupt, null, false)]
    [InlineData(NodeLoss.Interrupt, "nightly", false)]
    [InlineData(NodeLoss.Requeue, null, true)]
    [InlineData(NodeLoss.Requeue, "nightly", true)]
    public async Task By_default_only_the_lost_job_of_a_schedule_is_queued_again(NodeLoss? onNodeLoss, string? schedule, bool isQueuedAgain)
    {
        var job = await MeasuredAsync(onNodeLoss, schedule);

        var queued = (await AbandonAsync(job, LastEvent)).Queued;

        var lost = (await Ledger.FindAsync(job.Id, Ct))!;
        (lost.State, lost.Cases.Sum(@case => @case.Runs.Count)).ShouldBe((JobState.Interrupted, 1), "the runs remain in the interrupted job");
        if (!isQueuedAgain)
        {
            queued.ShouldBeEmpty();
            lost.Error.ShouldBe(Reason.Of(ReasonCode.NodeLost, ("node", Node.Name)));
            return;
        }

        var again = queued.ShouldHaveSingleItem();
        (again.Schedule, again.Request.OnNodeLoss, again.State).ShouldBe((schedule, onNodeLoss, JobState.Queued));
        (await Ledger.RunsAsync(again.Id, Ct)).ShouldBeEmpty();
        lost.Error.ShouldBe(Reason.Join(Reason.Of(ReasonCode.NodeLost, ("node", Node.Name)), Reason.Of(ReasonCode.QueuedAgain, ("number", 2L))));
    }

    [Theory]
    [InlineData(null, 0, true)]
    [InlineData(null, 1, false)]
    [InlineData(NodeLoss.Requeue, 1, true)]
    public async Task The_grace_limits_the_jobs_of_a_schedule_that_do_not_request_it(NodeLoss? onNodeLoss, int secondsAfterGrace, bool isQueuedAgain)
    {
        var job = await MeasuredAsync(onNodeLoss, "nightly");

        (await AbandonAsync(job, LastEvent + Grace + TimeSpan.FromSeconds(secondsAfterGrace))).Queued.Count.ShouldBe(isQueuedAgain ? 1 : 0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_job_that_loses_each_of_its_nodes_is_queued_again_three_times(bool hasStarted)
    {
        var job = await MeasuredAsync(NodeLoss.Requeue, null, hasStarted);
        for (var repeat = 0; repeat < 3; repeat++)
        {
            var again = (await AbandonAsync(job, LastEvent)).Queued.ShouldHaveSingleItem();
            (again.Id == job.Id).ShouldBe(!hasStarted, "the runs of two nodes are in no common job");
            job = await MeasureAsync(again.Id, hasStarted);
        }

        (await AbandonAsync(job, LastEvent)).Queued.ShouldBeEmpty();

        (await Ledger.FindAsync(job.Id, Ct))!.State.ShouldBe(JobState.Interrupted);
        (await Ledger.QueuedAsync(Ct)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(null, null, 0, false)]
    [InlineData(null, "nightly", 0, true)]
    [InlineData(null, "nightly", 1, false)]
    [InlineData(NodeLoss.Interrupt, "nightly", 0, false)]
    [InlineData(NodeLoss.Requeue, null, 0, true)]
    [InlineData(NodeLoss.Requeue, null, 1, false)]
    public async Task After_a_restart_a_job_continues_within_the_grace_and_once(
        NodeLoss? onNodeLoss, string? schedule, int secondsAfterGrace, bool continues)
    {
        var job = await MeasuredAsync(onNodeLoss, schedule);
        var now = LastEvent + Grace + TimeSpan.FromSeconds(secondsAfterGrace);

        var queued = (await Recoveries.RecoverAsync(Node.Name, now, Grace, Ct)).Queued;

        queued.Select(each => each.Id).ShouldBe(continues ? [job.Id] : []);
        if (continues)
        {
            await MeasureAsync(job.Id, hasStarted: true);
            (await Recoveries.RecoverAsync(Node.Name, LastEvent, Grace, Ct)).Queued.ShouldBeEmpty();
        }

        (await Ledger.FindAsync(job.Id, Ct))!.State.ShouldBe(JobState.Interrupted);
    }

    private async Task<Job> MeasuredAsync(NodeLoss? onNodeLoss, string? schedule, bool hasStarted = true)
    {
        var job = Job.Create(SampleBenchmark.Request with { OnNodeLoss = onNodeLoss }, RequestedBy.Api, Now, note: null, schedule);
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        return await MeasureAsync(job.Id, hasStarted);
    }

    private async Task<Job> MeasureAsync(Guid id, bool hasStarted)
    {
        var job = (await Ledger.StartAsync(id, Node, () => Now, [], Ct)).ShouldNotBeNull();
        await RecordAsync(job, hasStarted
            ? [new JobEvent.Started(SampleBenchmark.Environment), SampleBenchmark.Ran("quick", 1, 1.5)]
            : [new JobEvent.Progressed(new(0, 2, 0, null) { Current = Reason.FromText("a step") })]);
        return job;
    }

    private Task<Recovery> AbandonAsync(Job job, DateTimeOffset now) =>
        Recoveries.AbandonAsync([new(job.Id, Node.Name, job.Lease, job.Request.Targets)], now, Grace, Ct);
}
