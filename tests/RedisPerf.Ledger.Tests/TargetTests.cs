using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Targets;

namespace RedisPerf.Ledger.Tests;

public abstract class TargetTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : TargetTests(new SqliteStorage());

    private TargetLedger Targets => new(Ledger.Database);

    [Fact]
    public async Task An_added_target_is_durable_replaced_and_deleted()
    {
        (await SaveAsync("staging", "first")).ShouldBe(ChangeOutcome.Changed);
        (await SaveAsync("other", "x")).ShouldBe(ChangeOutcome.Changed);
        (await SaveAsync("staging", "second")).ShouldBe(ChangeOutcome.Changed);
        await CloseAsync();
        await OpenAsync();

        (await Targets.ListAsync(Ct)).Select(target => (target.Name, target.Connection)).ShouldBe([("other", "x"), ("staging", "second")]);
        (await Targets.DeleteAsync("staging", Ct)).ShouldBe(ChangeOutcome.Changed);
        (await Targets.DeleteAsync("staging", Ct)).ShouldBe(ChangeOutcome.NotFound);
        (await Targets.ListAsync(Ct)).ShouldHaveSingleItem().Name.ShouldBe("other");
    }

    [Theory]
    [InlineData(JobState.Queued)]
    [InlineData(JobState.Running)]
    public async Task A_target_of_a_job_that_has_not_ended_is_not_changed(JobState state)
    {
        await SaveAsync("here", "first");
        await (state == JobState.Queued ? QueuedAsync() : RunningAsync());

        (await SaveAsync("here", "second")).ShouldBe(ChangeOutcome.Refused);
        (await Targets.DeleteAsync("here", Ct)).ShouldBe(ChangeOutcome.Refused);
        (await Targets.ListAsync(Ct)).ShouldHaveSingleItem().Connection.ShouldBe("first");
    }

    [Fact]
    public async Task A_target_of_an_ended_job_can_be_deleted()
    {
        await SaveAsync("here", "first");
        await EndedAsync();

        (await Targets.DeleteAsync("here", Ct)).ShouldBe(ChangeOutcome.Changed);
    }

    private Task<ChangeOutcome> SaveAsync(string name, string connection) =>
        Targets.SaveAsync(new() { Name = name, Connection = connection }, Now, Ct);
}
