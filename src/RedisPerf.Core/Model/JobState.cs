namespace RedisPerf.Core.Model;

/// <summary>The state of a job. The last four are final.</summary>
public enum JobState
{
    Queued,
    Running,

    /// <summary>Every case was run; single runs may have failed.</summary>
    Completed,

    /// <summary>It could not be run, or no run of it succeeded; the job's error has the reason.</summary>
    Failed,
    Cancelled,

    /// <summary>The process ended while it ran. It can be resumed.</summary>
    Interrupted,
}
