using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>How long a job waits while it opens its targets: until its control ends the wait, and for a server that another job
/// uses at most for a time.</summary>
/// <param name="control">Ends the wait.</param>
/// <param name="serverLimit">The maximum wait for a server that another job uses.</param>
/// <param name="report">Receives <see cref="JobEvent.Waiting"/>.</param>
internal sealed class OpeningWait(JobControl control, TimeSpan serverLimit, Action<JobEvent> report)
{
    /// <summary>Whether to wait longer for a server.</summary>
    public bool WaitsForServer(Reason used, TimeSpan waited) =>
        (serverLimit == Timeout.InfiniteTimeSpan || waited < serverLimit) && Waits(used, waited);

    /// <summary>Whether to wait longer for an image that is pulled. The pull continues without the job.</summary>
    public bool WaitsForImage(Reason preparing, TimeSpan waited) => Waits(preparing, waited);

    private bool Waits(Reason cause, TimeSpan waited)
    {
        report(new JobEvent.Waiting(cause, waited));
        return !control.IsWaitEnded;
    }
}
