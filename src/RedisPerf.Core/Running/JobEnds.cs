using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>The end of a job that did not complete: whether it can continue later.</summary>
public static class JobEnds
{
    /// <summary>A job that its owner stopped.</summary>
    public static JobEvent.Ended Stopped(StopCause cause) =>
        cause == StopCause.CancelRequested ? new(JobState.Cancelled, null) : new(JobState.Interrupted, Reason.Of(ReasonCode.ProcessStopped));

    /// <summary>A job that failed while it ran. If another node was lost, it may be back later, and the job can be resumed.</summary>
    internal static JobEvent.Ended Failed(Reason failure)
    {
        var end = new JobEvent.Ended(JobState.Failed, failure);
        return end.HasLostNode ? end with { State = JobState.Interrupted } : end;
    }

    /// <summary>A job that could not start. A job that was to continue can be resumed again: its target may be back later.</summary>
    internal static JobEvent.Ended NotStarted(Job job, Reason failure, JobControl control) =>
        control.Cause is { } cause ? Stopped(cause)
        : control.Yields && failure.Code is ReasonCode.TargetLeased or ReasonCode.TargetPreparing ? new(JobState.Queued, failure)
        : job.Environment is not null ? new(JobState.Interrupted, failure)
        : Failed(failure);
}
