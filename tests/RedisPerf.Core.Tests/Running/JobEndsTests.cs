using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Running;

public sealed class JobEndsTests
{
    private static readonly Reason Cause = Reason.FromText("the cause");
    private static readonly Reason InUse = Reason.Of(ReasonCode.TargetLeased);

    private static readonly Job New = TestJobs.Probe(runs: 1);
    private static readonly Job Continued = New with { Environment = ThisMachine.CreateEnvironment([]) };

    [Fact]
    public void A_job_that_is_cancelled_before_its_start_has_no_error() =>
        JobEnds.NotStarted(New, Cause, Stopped(StopCause.CancelRequested)).ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));

    [Fact]
    public void A_job_that_the_end_of_the_program_stops_is_interrupted()
    {
        var interrupted = new JobEvent.Ended(JobState.Interrupted, Reason.Of(ReasonCode.ProcessStopped));

        JobEnds.Stopped(StopCause.ProcessStopped).ShouldBe(interrupted);
        JobEnds.NotStarted(New, Cause, Stopped(StopCause.ProcessStopped)).ShouldBe(interrupted);
    }

    [Fact]
    public void A_request_of_a_user_counts_before_and_after_the_end_of_the_program()
    {
        Stopped(StopCause.ProcessStopped, StopCause.CancelRequested).Cause.ShouldBe(StopCause.CancelRequested);
        Stopped(StopCause.CancelRequested, StopCause.ProcessStopped).Cause.ShouldBe(StopCause.CancelRequested);
        Stopped(StopCause.LeaseRevoked, StopCause.ProcessStopped).Cause.ShouldBe(StopCause.LeaseRevoked);
    }

    [Theory]
    [InlineData(ReasonCode.AssistantLost)]
    [InlineData(ReasonCode.SharedClockFailed)]
    public void A_job_that_lost_another_node_is_interrupted(ReasonCode code)
    {
        var lost = Reason.Join(Cause, Reason.Of(code))!;

        JobEnds.Failed(lost).ShouldBe(new JobEvent.Ended(JobState.Interrupted, lost));
        JobEnds.Failed(lost).HasLostNode.ShouldBeTrue();
        JobEnds.Failed(Cause).ShouldBe(new JobEvent.Ended(JobState.Failed, Cause));
        JobEnds.Failed(Cause).HasLostNode.ShouldBeFalse();
    }

    [Fact]
    public void A_continued_job_that_cannot_start_can_be_resumed_again()
    {
        JobEnds.NotStarted(Continued, Cause, new()).ShouldBe(new JobEvent.Ended(JobState.Interrupted, Cause));
        JobEnds.NotStarted(New, Cause, new()).ShouldBe(new JobEvent.Ended(JobState.Failed, Cause));
    }

    [Fact]
    public void A_job_that_yields_while_it_waits_is_queued()
    {
        var yields = new JobControl();
        yields.Yield();
        var ends = new JobControl();
        ends.EndWait();

        JobEnds.NotStarted(New, InUse, yields).ShouldBe(new JobEvent.Ended(JobState.Queued, InUse));
        JobEnds.NotStarted(Continued, InUse, yields).ShouldBe(new JobEvent.Ended(JobState.Queued, InUse));
        JobEnds.NotStarted(New, Cause, yields).ShouldBe(new JobEvent.Ended(JobState.Failed, Cause), "it failed before it waited");
        JobEnds.NotStarted(New, InUse, ends).ShouldBe(new JobEvent.Ended(JobState.Failed, InUse));
    }

    private static JobControl Stopped(params StopCause[] causes)
    {
        var control = new JobControl();
        foreach (var cause in causes)
        {
            control.Stop(cause);
        }

        return control;
    }
}
