using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>A job that has ended is profiled. Apart from its profiles, it is as before.</summary>
public abstract class AddedProfileTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : AddedProfileTests(new SqliteStorage());

    private static readonly CaseKey Quick = new("quick", Coordinates.Of("here"));

    private static Reason Why { get; } = Reason.Of(ReasonCode.NoReplyInTime);

    [Theory]
    [InlineData(JobState.Completed)]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Failed)]
    public async Task A_profiled_job_keeps_its_runs_and_its_end(JobState state)
    {
        var before = await EndedJobAsync(state);
        var job = await StartAsync(before);

        await RecordAsync(job, new JobEvent.Started(SampleBenchmark.Environment), new JobEvent.Progressed(new(2, 2, 0.5, 1)), Profiled(),
            new JobEvent.Ended(JobState.Completed, null));

        Json(await FindAsync(before)).ShouldBe(Json(before));
        (await Ledger.ProfilesAsync(before.Id, Ct)).ShouldHaveSingleItem().Case.ShouldBe(Quick);
        (await Ledger.HasProfileAsync(before.Id, Ct)).ShouldBeTrue();
    }

    [Theory]
    [InlineData(JobState.Interrupted)]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Failed)]
    public async Task Without_all_its_profiles_the_job_has_none_and_the_reason(JobState end)
    {
        var before = await EndedJobAsync(JobState.Completed);

        await RecordAsync(await StartAsync(before), Profiled(), new JobEvent.Ended(end, Why));

        Json(await FindAsync(before)).ShouldBe(Json(before with { Error = Why }));
        (await Ledger.HasProfileAsync(before.Id, Ct)).ShouldBeFalse();
        await QueueAsync(before);
    }

    [Fact]
    public async Task A_lost_process_leaves_the_job_as_before()
    {
        var before = await EndedJobAsync(JobState.Completed);
        await RecordAsync(await StartAsync(before), Profiled());

        await Recoveries.RecoverAsync(Node.Name, Now.AddHours(1), TimeSpan.FromHours(2), Ct);

        var after = await FindAsync(before);
        Json(after with { Error = null }).ShouldBe(Json(before));
        after.Error.ShouldBe(Reason.Of(ReasonCode.ProcessEnded));
        (await Ledger.HasProfileAsync(before.Id, Ct)).ShouldBeFalse();
    }

    [Fact]
    public async Task A_job_in_the_queue_has_its_request_and_can_be_cancelled()
    {
        var before = await EndedJobAsync(JobState.Completed);
        await QueueAsync(before);

        var queued = (await Ledger.QueuedAsync(Ct)).ShouldHaveSingleItem();
        (queued.ProfileOnly, queued.EndedAt).ShouldBe((true, null));
        Json(queued.Request).ShouldBe(Json(before.Request));
        (await new RequeueLedger(Ledger.Database).ProfileAsync(before.Id, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Refused);

        (await Ledger.CancelQueuedAsync(before.Id, Now.AddHours(1), Ct)).ShouldBeTrue();
        Json(await FindAsync(before)).ShouldBe(Json(before));
    }

    private async Task<JobDocument> EndedJobAsync(JobState state)
    {
        var job = await RunningAsync();
        var cut = SampleBenchmark.Ran("slow", 2, 1);
        await RecordAsync(job, new JobEvent.Started(SampleBenchmark.Environment), new JobEvent.Progressed(new(3, 4, 0.7, 0)),
            SampleBenchmark.Ran("quick", 1, 1.5), cut with { Run = new() { Round = 2, Warmup = false, State = RunState.Cancelled } },
            new JobEvent.Ended(state, state == JobState.Failed ? Why : null));
        return await FindAsync(job);
    }

    private async Task<Job> StartAsync(JobDocument job)
    {
        await QueueAsync(job);
        return (await Ledger.StartAsync(job.Id, Node, () => Now.AddHours(1), [], Ct)).ShouldNotBeNull();
    }

    private async Task QueueAsync(JobDocument job) =>
        (await new RequeueLedger(Ledger.Database).ProfileAsync(job.Id, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Changed);

    private static JobEvent.Profiled Profiled() => new(CaseProfile.Without(Quick, Reason.Of(ReasonCode.PerfMissing)));

    private async Task<JobDocument> FindAsync(Job job) => (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();
}
