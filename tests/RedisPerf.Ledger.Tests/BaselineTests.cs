using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>The baseline of a benchmark and its targets.</summary>
public abstract class BaselineTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : BaselineTests(new SqliteStorage());

    private BaselineLedger Baselines => new(Ledger.Database);

    [Fact]
    public async Task Pins_a_job_for_each_target_and_finds_it_in_the_requested_order()
    {
        var job = await EndedAsync();

        (await Baselines.PinAsync(job.Id, Now, Ct)).ShouldBe(ChangeOutcome.Changed);

        (await Baselines.FindAsync("sample", ["there", "elsewhere", "here"], Ct))
            .ShouldBe([new("sample", "there", job.Id, Now), new("sample", "here", job.Id, Now)]);
        (await Baselines.FindAsync("other", ["here"], Ct)).ShouldBeEmpty();
        (await Baselines.ListAsync(Ct)).Select(baseline => baseline.Target).ShouldBe(["here", "there"]);
    }

    [Fact]
    public async Task A_pin_replaces_the_previous_one_and_is_kept_after_a_restart()
    {
        var first = await EndedAsync();
        var second = await EndedAsync(secondsLater: 5);
        await Baselines.PinAsync(first.Id, Now, Ct);

        await Baselines.PinAsync(second.Id, Now.AddDays(1), Ct);
        await CloseAsync();
        await OpenAsync();

        (await Baselines.ListAsync(Ct)).ShouldAllBe(baseline => baseline.JobId == second.Id && baseline.PinnedAt == Now.AddDays(1));
        (await Ledger.DeleteAsync(first.Id, Ct)).ShouldBe(DeleteOutcome.Deleted);
    }

    [Theory]
    [InlineData(JobState.Failed)]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Interrupted)]
    public async Task Only_a_completed_job_can_be_a_baseline(JobState state)
    {
        var job = await EndedAsync(state: state);
        var running = await RunningAsync(secondsLater: 5);

        (await Baselines.PinAsync(job.Id, Now, Ct)).ShouldBe(ChangeOutcome.Refused);
        (await Baselines.PinAsync(running.Id, Now, Ct)).ShouldBe(ChangeOutcome.Refused);
        (await Baselines.PinAsync(Guid.NewGuid(), Now, Ct)).ShouldBe(ChangeOutcome.NotFound);
        (await Baselines.ListAsync(Ct)).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_baseline_cannot_be_deleted_before_it_is_unpinned()
    {
        var job = await EndedAsync();
        await Baselines.PinAsync(job.Id, Now, Ct);

        (await Ledger.DeleteAsync(job.Id, Ct)).ShouldBe(DeleteOutcome.IsBaseline);
        (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        (await Baselines.UnpinAsync(job.Id, Ct)).ShouldBe(ChangeOutcome.Changed);
        (await Baselines.UnpinAsync(job.Id, Ct)).ShouldBe(ChangeOutcome.Refused);
        (await Ledger.DeleteAsync(job.Id, Ct)).ShouldBe(DeleteOutcome.Deleted);
        (await Baselines.UnpinAsync(job.Id, Ct)).ShouldBe(ChangeOutcome.NotFound);
    }

    [Fact]
    public async Task A_baseline_is_not_removed_for_its_age()
    {
        var (pinned, other) = (await EndedAsync(), await EndedAsync(secondsLater: 5));
        await Baselines.PinAsync(pinned.Id, Now, Ct);

        (await new JobHistory(Ledger.Database).RemoveEndedBeforeAsync(Now.AddDays(1), Ct)).ShouldBe(1);

        (await Ledger.FindAsync(pinned.Id, Ct)).ShouldNotBeNull();
        (await Ledger.FindAsync(other.Id, Ct)).ShouldBeNull();
    }
}
