using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

public sealed class ContinuationTests
{
    private static readonly Reason Before = Reason.Of(ReasonCode.NoReplyInTime);
    private static readonly Reason Stopped = Reason.Of(ReasonCode.ProcessStopped);

    private static readonly Continuation Waiting = new()
    { State = JobState.Failed, Error = Before, BudgetSeconds = 60, Progress = new(1, 2, 0.5, 1) };
    private static readonly Continuation Begun = new() { State = JobState.Failed, Error = Before };

    [Theory]
    [InlineData(JobState.Completed)]
    [InlineData(JobState.Failed)]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Interrupted)]
    public void A_job_without_added_rounds_ends_in_the_state_of_its_execution(JobState state) =>
        Continuation.End(null, new(state, Stopped)).ShouldBe(new(state, Stopped, IsNew: true, null));

    [Theory]
    [InlineData(JobState.Failed)]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Interrupted)]
    public void Without_an_added_run_a_job_ends_as_before(JobState state)
    {
        Continuation.End(Waiting, new(state, null)).ShouldBe(new(JobState.Failed, Before, IsNew: false, null));
        Continuation.End(Waiting, new(state, Stopped)).ShouldBe(new(JobState.Failed, Stopped, IsNew: false, null));
    }

    [Theory]
    [InlineData(JobState.Failed)]
    [InlineData(JobState.Cancelled)]
    public void With_an_added_run_a_job_ends_now_in_the_state_from_before(JobState state)
    {
        Continuation.End(Begun, new(state, null)).ShouldBe(new(JobState.Failed, Before, IsNew: true, null));
        Continuation.End(Begun, new(state, Stopped)).ShouldBe(new(JobState.Failed, Stopped, IsNew: true, null));
    }

    [Fact]
    public void An_interruption_after_an_added_run_remains_until_the_rounds_are_resumed() =>
        Continuation.End(Begun, new(JobState.Interrupted, Stopped)).ShouldBe(new(JobState.Interrupted, Stopped, IsNew: true, Begun));

    [Fact]
    public void Completed_rounds_complete_the_job()
    {
        Continuation.End(Waiting, new(JobState.Completed, null)).ShouldBe(new(JobState.Completed, null, IsNew: true, null));
        Continuation.End(Begun, new(JobState.Completed, null)).ShouldBe(new(JobState.Completed, null, IsNew: true, null));
    }
}
