using RedisPerf.Core.Model;

namespace RedisPerf.Web.Background;

/// <summary>Corrects the runner's events before they are recorded: the runner cannot detect why it is stopped, or whether the job can continue later.</summary>
internal static class EventCorrection
{
    /// <summary>The event that is recorded for an event of the runner.</summary>
    /// <param name="next">The event of the runner.</param>
    /// <param name="job">The job as it was started.</param>
    /// <param name="hasStarted">Whether <see cref="JobEvent.Started"/> is recorded already.</param>
    /// <param name="cancelled">Cancelled by a request to cancel this job, and by nothing else.</param>
    public static JobEvent Correct(JobEvent next, Job job, bool hasStarted, CancellationToken cancelled) => next switch
    {
        JobEvent.Ended when !hasStarted && cancelled.IsCancellationRequested => new JobEvent.Ended(JobState.Cancelled, null),
        // No request cancelled the job, so the program is ending.
        JobEvent.Ended { State: JobState.Cancelled, Error: var left } when !cancelled.IsCancellationRequested =>
            new JobEvent.Ended(JobState.Interrupted, left is null ? Reason.Of(ReasonCode.ProcessStopped) : Reason.Join(Reason.Of(ReasonCode.ProcessStopped), left)),
        JobEvent.Started(var environment) when job.Environment is { } before => Resumption.FindDifference(JobDocument.WithoutCases(job), environment) is { } difference
            ? new JobEvent.Ended(JobState.Interrupted, difference)
            : new JobEvent.Started(before),
        // The other nodes may be back later.
        JobEvent.Ended { State: JobState.Failed } failed when IsAssistantLost(failed) => failed with { State = JobState.Interrupted },
        // The target may be back later: the job can be resumed again.
        JobEvent.Ended { State: JobState.Failed } failed when job.Environment is not null && !hasStarted => failed with { State = JobState.Interrupted },
        _ => next,
    };

    /// <summary>Whether the job ended because of another node that measured it together with this one.</summary>
    public static bool IsAssistantLost(JobEvent.Ended end) => Reason.Flatten(end.Error).Any(reason => reason.Code is ReasonCode.AssistantLost or ReasonCode.SharedClockFailed);
}
