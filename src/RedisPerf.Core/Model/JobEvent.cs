namespace RedisPerf.Core.Model;

/// <summary>An event of the runner, in order, about one job. No event is sent while the clock runs.</summary>
public abstract record JobEvent
{
    private JobEvent() { }

    /// <summary>The targets are up: where this job is measured.</summary>
    public sealed record Started(JobEnvironment Environment) : JobEvent;

    public sealed record Progressed(Progress Progress) : JobEvent;

    /// <summary>The job waits before its start. Sent every few seconds.</summary>
    /// <param name="Cause">Another job that uses a server (<see cref="ReasonCode.TargetLeased"/>), or an image that is pulled
    /// (<see cref="ReasonCode.TargetPreparing"/>).</param>
    /// <param name="Waited">The time of this wait.</param>
    public sealed record Waiting(Reason Cause, TimeSpan Waited) : JobEvent;

    /// <summary>A slice of a run has succeeded. It is shown while the job runs and not stored: the run has its time.</summary>
    public sealed record SliceEnded(CaseKey Case, RunSlice Slice) : JobEvent;

    public sealed record RunEnded(CaseKey Case, Run Run) : JobEvent;

    /// <summary>A case was profiled, or could not be, after the last round. It is not a run.</summary>
    public sealed record Profiled(CaseProfile Profile) : JobEvent;

    /// <summary>The last event. A job that ends as queued waits for a server, and runs later.</summary>
    public sealed record Ended(JobState State, Reason? Error) : JobEvent
    {
        /// <summary>Whether the job ended because another node that measured it together with this one was lost.</summary>
        public bool HasLostNode => Reason.Flatten(Error).Any(reason => reason.Code is ReasonCode.AssistantLost or ReasonCode.SharedClockFailed);
    }
}
