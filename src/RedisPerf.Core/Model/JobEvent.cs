namespace RedisPerf.Core.Model;

/// <summary>An event of the runner, in order, about one job. No event is sent while the clock runs.</summary>
public abstract record JobEvent
{
    private JobEvent() { }

    /// <summary>The targets are up: where this job is measured.</summary>
    public sealed record Started(JobEnvironment Environment) : JobEvent;

    public sealed record Progressed(Progress Progress) : JobEvent;

    public sealed record RunEnded(CaseKey Case, Run Run) : JobEvent;

    /// <summary>The last event.</summary>
    public sealed record Ended(JobState State, Reason? Error) : JobEvent;
}
