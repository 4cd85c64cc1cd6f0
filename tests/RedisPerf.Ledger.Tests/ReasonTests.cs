using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Tests;

public sealed class ReasonTests() : LedgerTest(new SqliteStorage())
{
    [Fact]
    public async Task Reasons_are_stored_with_their_arguments()
    {
        var failed = Reason.Of(ReasonCode.KeysNotRemoved, ("cause", Reason.Of(ReasonCode.NoReplyWithin, ("target", "here"), ("seconds", 5.5))));
        Reason[] disturbed = [Reason.Of(ReasonCode.OtherPrograms, ("share", 0.25)),
            Reason.Of(ReasonCode.KeysEvicted, ("target", "here"), ("keys", 3))];
        var ended = SampleBenchmark.Ran("quick", 1, 1.5);
        var job = await RunningAsync();
        await RecordAsync(job, ended with { Run = ended.Run with { Error = failed, Disturbed = disturbed } },
            new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.NoRunSucceeded, ("cause", failed))));

        var document = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        document.Error.ShouldBe(Reason.Of(ReasonCode.NoRunSucceeded, ("cause", failed)));
        var run = document.Cases.SelectMany(@case => @case.Runs).ShouldHaveSingleItem();
        run.Error.ShouldBe(failed);
        run.Disturbed.ShouldBe(disturbed);
    }
}
