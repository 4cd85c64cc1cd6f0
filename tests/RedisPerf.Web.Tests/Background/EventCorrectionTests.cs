using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

public sealed class EventCorrectionTests
{
    private static readonly CancellationToken NotCancelled = new(canceled: false);
    private static readonly CancellationToken Cancelled = new(canceled: true);
    private static readonly JobEnvironment Environment = ThisMachine.Measuring([]) with { Machine = "first" };
    private static readonly Reason Cause = Reason.FromText("the cause");

    private static readonly Job New = Job.Create(
        new() { Benchmark = "insert", Strategies = ["batch"], Targets = ["local"], Options = new Dictionary<string, System.Text.Json.JsonElement>(), Runs = 1, Warmups = 0, Seed = 1 },
        RequestedBy.Api,
        DateTimeOffset.UnixEpoch);

    private static readonly Job Resumed = New with { Environment = Environment };

    [Fact]
    public void A_job_that_is_cancelled_before_its_start_has_no_error() =>
        EventCorrection.Correct(new JobEvent.Ended(JobState.Failed, Cause), New, hasStarted: false, Cancelled).ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));

    [Fact]
    public void A_job_that_is_cancelled_by_a_request_remains_cancelled()
    {
        var end = new JobEvent.Ended(JobState.Cancelled, Cause);

        EventCorrection.Correct(end, New, hasStarted: true, Cancelled).ShouldBe(end);
    }

    [Fact]
    public void A_job_that_is_stopped_without_a_request_is_interrupted()
    {
        var stopped = Reason.Of(ReasonCode.ProcessStopped);

        EventCorrection.Correct(new JobEvent.Ended(JobState.Cancelled, null), New, hasStarted: true, NotCancelled).ShouldBe(new JobEvent.Ended(JobState.Interrupted, stopped));

        var end = EventCorrection.Correct(new JobEvent.Ended(JobState.Cancelled, Cause), New, hasStarted: true, NotCancelled).ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Interrupted);
        Reason.Flatten(end.Error).ShouldBe([stopped, Cause]);
    }

    [Fact]
    public void A_resumed_job_keeps_its_first_environment_and_is_interrupted_in_another_one()
    {
        var started = new JobEvent.Started(Environment with { Machine = "second" });

        EventCorrection.Correct(started, New, hasStarted: false, NotCancelled).ShouldBe(started);
        EventCorrection.Correct(new JobEvent.Started(Environment with { }), Resumed, hasStarted: false, NotCancelled).ShouldBeOfType<JobEvent.Started>().Environment.ShouldBeSameAs(Environment);

        var end = EventCorrection.Correct(started, Resumed, hasStarted: false, NotCancelled).ShouldBeOfType<JobEvent.Ended>();
        end.State.ShouldBe(JobState.Interrupted);
        end.Error!.Code.ShouldBe(ReasonCode.EnvironmentChanged);
    }

    [Theory]
    [InlineData(ReasonCode.AssistantLost)]
    [InlineData(ReasonCode.SharedClockFailed)]
    public void A_job_that_lost_another_node_is_interrupted(ReasonCode code)
    {
        var lost = Reason.Join(Cause, Reason.Of(code));

        EventCorrection.Correct(new JobEvent.Ended(JobState.Failed, lost), New, hasStarted: true, NotCancelled).ShouldBe(new JobEvent.Ended(JobState.Interrupted, lost));
        EventCorrection.IsAssistantLost(new(JobState.Interrupted, lost)).ShouldBeTrue();
        EventCorrection.IsAssistantLost(new(JobState.Interrupted, Cause)).ShouldBeFalse();
    }

    [Fact]
    public void A_resumed_job_that_cannot_start_can_be_resumed_again()
    {
        var failed = new JobEvent.Ended(JobState.Failed, Cause);

        EventCorrection.Correct(failed, Resumed, hasStarted: false, NotCancelled).ShouldBe(failed with { State = JobState.Interrupted });
        EventCorrection.Correct(failed, Resumed, hasStarted: true, NotCancelled).ShouldBe(failed);
        EventCorrection.Correct(failed, New, hasStarted: false, NotCancelled).ShouldBe(failed);
    }
}
