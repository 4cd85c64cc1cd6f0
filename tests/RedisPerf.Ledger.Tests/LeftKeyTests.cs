using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>The jobs that may have left keys on existing servers.</summary>
public abstract class LeftKeyTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : LeftKeyTests(new SqliteStorage());

    private LeftKeyLedger Left => new(Ledger.Database);

    [Fact]
    public async Task A_job_that_runs_is_not_listed()
    {
        await ExpectedAsync();

        (await Left.ListAsync(Ct)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Nothing_is_left_when_all_runs_succeeded()
    {
        var job = await ExpectedAsync();

        await RecordAsync(job, Started, SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(JobState.Completed, null));

        (await Left.ListAsync(Ct)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Nothing_is_left_when_no_run_started()
    {
        var job = await ExpectedAsync();

        await RecordAsync(job, new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.ConnectionRefused, (Reason.Target, "prod"))));

        (await Left.ListAsync(Ct)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(RunState.Failed)]
    [InlineData(RunState.Cancelled)]
    public async Task Keys_may_be_left_after_a_run_that_did_not_succeed(RunState state)
    {
        var job = await ExpectedAsync();
        var ran = (JobEvent.RunEnded)SampleBenchmark.Ran("quick", 1, 1.5);

        await RecordAsync(job, Started, ran with { Run = ran.Run with { State = state } }, new JobEvent.Ended(JobState.Completed, null));

        (await Left.ListAsync(Ct)).ShouldHaveSingleItem().ShouldBe(new LeftKeys(job.Id, ran.Case.Target, Left.AddressOf(Server("here"))!, null));
    }

    [Fact]
    public async Task Keys_may_be_left_when_the_shared_data_was_not_removed()
    {
        var job = await ExpectedAsync();
        var error = Reason.Of(ReasonCode.KeysMayRemain, ("prefix", job.KeyPrefix), (Reason.Target, job.Request.Targets[0]),
            ("cause", Reason.Of(ReasonCode.NoReplyInTime)));

        await RecordAsync(job, Started, SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(JobState.Completed, error));

        (await Left.ListAsync(Ct)).ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Keys_may_be_left_after_a_kill(bool isCancelled)
    {
        var job = await ExpectedAsync();
        await RecordAsync(job, Started, SampleBenchmark.Ran("quick", 1, 1.5));
        if (isCancelled)
        {
            await Ledger.RequestCancelAsync(job.Id, Ct);
        }

        await Recoveries.RecoverAsync(Node.Name, Now.AddHours(1), TimeSpan.Zero, Ct);

        var left = (await Left.ListAsync(Ct)).ShouldHaveSingleItem();
        await Ledger.DeleteAsync(job.Id, Ct);
        (await Left.ListAsync(Ct)).ShouldHaveSingleItem().ShouldBe(left);
    }

    [Theory]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Completed)]
    public async Task Keys_of_an_execution_that_was_killed_may_be_left_after_any_end_of_the_next_one(JobState end)
    {
        var job = await ExpectedAsync();
        await RecordAsync(job, Started, SampleBenchmark.Ran("quick", 1, 1.5));
        await Recoveries.RecoverAsync(Node.Name, Now.AddHours(1), TimeSpan.Zero, Ct);
        await new RequeueLedger(Ledger.Database).ResumeAsync(job.Id, int.MaxValue, Ct);
        await Ledger.StartAsync(job.Id, Node, () => Now, Expected(job), Ct);

        await RecordAsync(job, new JobEvent.Ended(end, null));

        (await Left.ListAsync(Ct)).ShouldHaveSingleItem().JobId.ShouldBe(job.Id);
    }

    [Fact]
    public async Task A_node_that_does_not_start_the_job_changes_nothing()
    {
        var job = await QueuedAsync();
        var address = Expected(job).ShouldHaveSingleItem();
        (await Ledger.StartAsync(job.Id, Node, () => Now, [address], Ct)).ShouldNotBeNull();

        (await Ledger.StartAsync(
            job.Id, new("second", Guid.NewGuid(), "another machine"), () => Now, [address with { Address = "elsewhere" }], Ct)).ShouldBeNull();

        await RecordAsync(job, Started, new JobEvent.Ended(JobState.Interrupted, null));
        (await Left.ListAsync(Ct)).ShouldHaveSingleItem().ShouldBe(address);
    }

    [Fact]
    public async Task Keys_may_be_left_after_an_unexpected_exception()
    {
        var job = await ExpectedAsync();

        await RecordAsync(job, Started, SampleBenchmark.Ran("quick", 1, 1.5),
            new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.InternalError, ("message", "?"))));

        (await Left.ListAsync(Ct)).ShouldHaveSingleItem().JobId.ShouldBe(job.Id);
    }

    [Theory]
    [InlineData("127.0.0.1:1", true)]
    [InlineData("localhost:1", true)]
    [InlineData("[::1]:1", true)]
    [InlineData("10.0.0.1:1", false)]
    [InlineData("redis.example:1", false)]
    public void A_loopback_address_is_another_server_on_each_machine_of_a_shared_ledger(string connection, bool isLoopback)
    {
        var target = new ConfiguredTarget("here", connection);
        var (own, other) = (new LeftKeys(Guid.NewGuid(), "here", Left.AddressOf(target)!, null), new LeftKeys(
            Guid.NewGuid(), "here", $"{target.KeySpace} on another machine", null));

        Left.IsAt(target, own).ShouldBeTrue();
        Left.IsAt(target, other).ShouldBeFalse();
        (own.Address == target.KeySpace).ShouldBe(!isLoopback || !Ledger.Database.IsShared);
        Left.IsAt(target, own with { Address = target.KeySpace! }).ShouldBeTrue("an earlier version stored the address alone");
    }

    [Fact]
    public async Task The_reason_is_added_once_to_a_job_that_did_not_complete()
    {
        var job = await ExpectedAsync();
        await RecordAsync(job, Started);
        await Recoveries.RecoverAsync(Node.Name, Now.AddHours(1), TimeSpan.Zero, Ct);
        var left = (await Left.ListAsync(Ct)).ShouldHaveSingleItem();

        await Left.ReportAsync(left, Reason.Of(ReasonCode.NoReplyInTime), Ct);
        await Left.ReportAsync(left, Reason.Of(ReasonCode.TargetRemoved), Ct);

        (await Ledger.FindAsync(job.Id, Ct))!.Error
            .ShouldBe(Reason.Join(Reason.Of(ReasonCode.ProcessEnded), left.WithCause(Reason.Of(ReasonCode.NoReplyInTime))));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Removed_keys_are_no_longer_in_the_error_also_while_the_job_waits_for_added_rounds(bool hasAddedRounds)
    {
        var job = await ExpectedAsync();
        var failed = Reason.Of(ReasonCode.NoReplyInTime);
        var remain =
            Reason.Of(ReasonCode.KeysMayRemain, ("prefix", job.KeyPrefix), (Reason.Target, "here"), ("cause", Reason.Of(ReasonCode.NoReplyInTime)));
        await RecordAsync(job, Started, SampleBenchmark.Ran("quick", 1, 1.5), new JobEvent.Ended(JobState.Failed, Reason.Join(failed, remain)));
        var left = (await Left.ListAsync(Ct)).ShouldHaveSingleItem();
        if (hasAddedRounds)
        {
            (await new RequeueLedger(Ledger.Database).AddRoundsAsync(job.Id, 60, int.MaxValue, Ct)).ShouldBe(ChangeOutcome.Changed);
        }

        (await Left.DiscardAsync(left, Ct)).ShouldBe(1);

        await Ledger.CancelQueuedAsync(job.Id, Now.AddHours(1), Ct);
        (await Left.ListAsync(Ct)).ShouldBeEmpty();
        (await Ledger.FindAsync(job.Id, Ct))!.Error.ShouldBe(failed);
    }

    private static JobEvent Started { get; } = new JobEvent.Started(new JobEnvironment
    {
        Machine = "a machine",
        Cores = 2,
        Memory = null,
        Os = "an os",
        Runtime = ".NET",
        Client = "a client",
        Version = "1.0.0",
        Targets = [],
    });

    private async Task<Job> ExpectedAsync()
    {
        var job = await QueuedAsync();
        return (await Ledger.StartAsync(job.Id, Node, () => Now, Expected(job), Ct)).ShouldNotBeNull();
    }

    private IReadOnlyList<LeftKeys> Expected(Job job) => Left.Of(job, name => name == "here" ? Server(name) : null);

    private static ConfiguredTarget Server(string name) => new(name, "127.0.0.1:1,defaultDatabase=2");
}
